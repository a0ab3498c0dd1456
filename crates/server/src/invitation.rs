//! Invitations as people get them: links, a code to read out, a picture to scan.

use std::fmt::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};

use qrcodegen::{QrCode, QrCodeEcc};

use crate::front::Front;
use crate::protocol::Invitation;

/// The invitation to a table. Links that others can reach come first.
pub(crate) fn written(places: &[String], table: &str, secret: &str, code: String) -> Invitation {
    let links: Vec<String> = places.iter().map(|place| format!("{place}/t/{table}#{secret}")).collect();
    let qr = links.first().map(|link| picture(link)).unwrap_or_default();
    Invitation { links, code, qr }
}

/// Where the page can be reached, the likeliest first: what people type, if that was said, before the rest.
pub(crate) fn places(front: &Front, listens: SocketAddr, asked: Option<&str>, https: bool) -> Vec<String> {
    if let Some(public) = &front.public_url {
        let own = hosts(listens, None);
        let own = own.iter().map(|host| format!("http://{host}"));
        return std::iter::once(public.to_string()).chain(own).collect();
    }
    let place = |host: &String| match https && asked == Some(host) {
        true => format!("https://{host}"),
        false => format!("http://{host}"),
    };
    hosts(listens, asked).iter().map(place).collect()
}

/// Names under which the server can be reached: the one that was asked for if it is not this machine's own,
/// the address in the local network if we listen there, and this machine's own.
pub(crate) fn hosts(listens: SocketAddr, asked: Option<&str>) -> Vec<String> {
    let mut hosts = Vec::new();
    let local =
        |host: &str| host.starts_with("localhost") || host.starts_with("127.") || host.starts_with("[::1]");
    hosts.extend(asked.filter(|host| !local(host)).map(str::to_owned));
    if !listens.ip().is_loopback() {
        let network = if listens.ip().is_unspecified() { own_address() } else { Some(listens.ip()) };
        hosts.extend(network.map(|ip| SocketAddr::new(ip, listens.port()).to_string()));
    }
    hosts.push(format!("127.0.0.1:{}", listens.port()));
    let mut known: Vec<String> = Vec::new();
    hosts.retain(|host| {
        let new = !known.contains(host);
        known.push(host.clone());
        new
    });
    hosts
}

/// The address of this machine in its network: the one packets would leave from. None is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    // An address kept for documentation; it only decides which way out is taken.
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

/// A link as a picture to scan: dark squares on light, with the quiet edge it needs.
fn picture(link: &str) -> String {
    const EDGE: i32 = 4;
    let Ok(code) = QrCode::encode_text(link, QrCodeEcc::Medium) else { return String::new() };
    let size = code.size() + 2 * EDGE;
    let mut squares = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(squares, "M{} {}h1v1h-1z", x + EDGE, y + EDGE);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{squares}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_others_can_reach_comes_before_this_machines_own() {
        let lan: SocketAddr = "192.168.1.7:7777".parse().expect("an address");
        assert_eq!(hosts(lan, Some("127.0.0.1:7777")), ["192.168.1.7:7777", "127.0.0.1:7777"]);
        assert_eq!(
            hosts(lan, Some("table.example")),
            ["table.example", "192.168.1.7:7777", "127.0.0.1:7777"]
        );
        let alone: SocketAddr = "127.0.0.1:7777".parse().expect("an address");
        assert_eq!(hosts(alone, Some("localhost:7777")), ["127.0.0.1:7777"]);
    }

    #[test]
    fn what_people_type_comes_first_and_https_where_the_proxy_says_so() {
        let alone: SocketAddr = "127.0.0.1:7777".parse().expect("an address");
        let url = Some("https://example.org/tables".parse().expect("an address"));
        let front = Front { public_url: url, trusted_proxies: Vec::new() };
        let told = places(&front, alone, Some("10.0.0.2"), false);
        assert_eq!(told, ["https://example.org/tables", "http://127.0.0.1:7777"]);
        let told = places(&Front::default(), alone, Some("example.org"), true);
        assert_eq!(told, ["https://example.org", "http://127.0.0.1:7777"]);
    }

    #[test]
    fn the_secret_stands_behind_the_hash_and_the_picture_is_a_picture() {
        let alone: SocketAddr = "127.0.0.1:7777".parse().expect("an address");
        let places = places(&Front::default(), alone, None, false);
        let invitation = written(&places, "t1", "s3cret", "K7QM-2XRT".into());
        assert_eq!(invitation.links, ["http://127.0.0.1:7777/t/t1#s3cret"]);
        assert!(invitation.qr.starts_with("<svg") && invitation.qr.len() > 1_000);
    }
}
