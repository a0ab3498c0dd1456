//! How the server is reached from outside: the address people type if it is not the server's own, and the
//! proxies whose word counts for who calls and how.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::header::{AUTHORIZATION, FORWARDED, HOST, ORIGIN, VIA};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");

/// How the server is reached from outside.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The address people type.
    pub public_url: Option<PublicUrl>,
    /// Proxies that are believed when they say who calls.
    pub trusted_proxies: Vec<Net>,
}

/// The address people type: `https://host/base`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// As browsers send it: scheme, host, and the port if it is not the usual one.
    origin: String,
    /// With a slash before it and none behind it, or empty.
    base: String,
}

/// Some addresses: one, or all that begin alike (`10.0.0.0/8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    ip: IpAddr,
    bits: u8,
}

/// Which of our addresses a page comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The one people type.
    Public,
    /// The server's own.
    Direct,
}

/// What cannot be an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// No address of a server.
    #[error("it is written like https://tables.example or https://example.org/tables")]
    Url,
    /// No address of a proxy.
    #[error("it is an address such as 127.0.0.1, or some of them such as 10.0.0.0/8")]
    Net,
}

impl FromStr for PublicUrl {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(BadAddress::Url)?;
        let scheme = scheme.to_ascii_lowercase();
        let usual = match scheme.as_str() {
            "https" => ":443",
            "http" => ":80",
            _ => return Err(BadAddress::Url),
        };
        let (host, base) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.to_ascii_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
        let good_host = host.chars().all(|letter| plain(letter) || ":[]".contains(letter));
        let base = base.trim_matches('/');
        let good_base = base.split('/').all(|part| part.chars().all(plain) && part != "." && part != "..");
        if host.is_empty() || !good_host || !good_base || base.contains("//") {
            return Err(BadAddress::Url);
        }
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        Ok(Self { origin: format!("{scheme}://{host}"), base })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.base)
    }
}

impl PublicUrl {
    fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

impl FromStr for Net {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let (ip, bits) = match text.trim().split_once('/') {
            Some((ip, bits)) => (ip, Some(bits.parse::<u8>().map_err(|_| BadAddress::Net)?)),
            None => (text.trim(), None),
        };
        let ip: IpAddr = ip.parse().map_err(|_| BadAddress::Net)?;
        let most = if ip.is_ipv4() { 32 } else { 128 };
        match bits.unwrap_or(most) {
            bits if bits <= most => Ok(Self { ip, bits }),
            _ => Err(BadAddress::Net),
        }
    }
}

impl Net {
    fn holds(&self, ip: IpAddr) -> bool {
        match (self.ip, ip.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(ip)) => {
                alike(u32::from(net).into(), u32::from(ip).into(), 32, self.bits)
            }
            (IpAddr::V6(net), IpAddr::V6(ip)) => alike(net.into(), ip.into(), 128, self.bits),
            _ => false,
        }
    }
}

/// Whether two numbers of `all` bits begin with the same `bits`.
fn alike(one: u128, other: u128, all: u32, bits: u8) -> bool {
    (one ^ other).checked_shr(all - u32::from(bits)).unwrap_or(0) == 0
}

impl Front {
    /// What stands before every path of the page: empty, or such as `/tables`.
    pub(crate) fn base(&self) -> &str {
        self.public_url.as_ref().map_or("", |url| &url.base)
    }

    pub(crate) fn is_proxy(&self, ip: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|net| net.holds(ip))
    }

    /// Who calls: whoever a trusted proxy says, else the other end of the connection.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return peer;
        }
        let said = headers.get_all(FORWARDED_FOR);
        let said: Vec<&str> = said.iter().filter_map(|value| value.to_str().ok()).collect();
        let mut known = peer;
        // Every proxy adds whom it heard from at the end; what stands before the first stranger is hearsay.
        for one in said.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>().into_iter().rev() {
            let Some(ip) = address(one.trim()) else { break };
            known = ip;
            if !self.is_proxy(ip) {
                break;
            }
        }
        known
    }

    /// Whether the call comes from this machine and not through a proxy on it.
    pub(crate) fn is_local(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let passed_on = [FORWARDED_FOR, FORWARDED_PROTO, REAL_IP, FORWARDED, VIA];
        let proxied = passed_on.iter().any(|name| headers.contains_key(name));
        // Whoever is called from outside has a proxy, and some proxies do not say that they are one.
        let elsewhere = !self.trusted_proxies.is_empty() && !self.is_proxy(peer);
        let alone = self.public_url.is_none() && self.trusted_proxies.is_empty();
        peer.to_canonical().is_loopback() && !proxied && (alone || elsewhere)
    }

    /// Whether a browser talked https to whoever passed this on.
    pub(crate) fn is_https(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let proxy = self.is_proxy(peer);
        if proxy && let Some(said) = text(headers, &FORWARDED_PROTO) {
            return said.split(',').next_back().is_some_and(|said| said.trim().eq_ignore_ascii_case("https"));
        }
        let behind = proxy || self.trusted_proxies.is_empty();
        behind && self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// Which of our pages a request comes from. Only browsers send an origin, and always do where it matters;
    /// what has none is no page.
    pub(crate) fn way(&self, headers: &HeaderMap) -> Option<Way> {
        let origin = text(headers, &ORIGIN)?;
        if headers.contains_key(AUTHORIZATION) {
            return None;
        }
        if self.public_url.as_ref().is_some_and(|url| url.origin.eq_ignore_ascii_case(origin)) {
            return Some(Way::Public);
        }
        let host = text(headers, &HOST)?;
        let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))?;
        site.eq_ignore_ascii_case(host).then_some(Way::Direct)
    }

    /// What a cookie that is set this way says besides: where it is sent, and that it never goes without https.
    pub(crate) fn cookie_bounds(&self, way: Option<Way>, https: bool) -> String {
        let (path, secure) = match (&self.public_url, way) {
            (Some(url), Some(Way::Public)) => (url.base.as_str(), url.is_https()),
            _ => ("", https),
        };
        format!("; Path={}{}", if path.is_empty() { "/" } else { path }, if secure { "; Secure" } else { "" })
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok())
}

/// An address as proxies write it, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(url: Option<&str>, proxies: &[&str]) -> Front {
        Front {
            public_url: url.map(|url| url.parse().expect("an address")),
            trusted_proxies: proxies.iter().map(|net| net.parse().expect("a net")).collect(),
        }
    }

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, read, base) in [
            ("https://tables.example", "https://tables.example", ""),
            ("HTTPS://Tables.Example:443/", "https://tables.example", ""),
            ("http://10.0.0.7:8080/rpg/bones/", "http://10.0.0.7:8080/rpg/bones", "/rpg/bones"),
        ] {
            let url: PublicUrl = text.parse().expect(text);
            assert_eq!((url.to_string().as_str(), url.base.as_str()), (read, base));
        }
        for bad in [
            "tables.example",
            "ftp://x",
            "https://",
            "https:///x",
            "https://a b",
            "https://x/?q",
            "https://x/#k",
            "https://me@x",
            "https://x/../y",
            "https://x/a//b",
            "https://x/\"><script>",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(BadAddress::Url), "{bad}");
        }
        for bad in ["", "proxy", "10.0.0.0/33", "::1/129", "10.0.0.0/x"] {
            assert_eq!(bad.parse::<Net>(), Err(BadAddress::Net), "{bad}");
        }
        let net: Net = "10.0.0.0/8".parse().expect("a net");
        assert!(net.holds(ip("10.9.8.7")) && net.holds(ip("::ffff:10.1.2.3")) && !net.holds(ip("11.0.0.1")));
        let all: Net = "0.0.0.0/0".parse().expect("a net");
        assert!(all.holds(ip("192.0.2.1")) && !all.holds(ip("::1")));
    }

    #[test]
    fn only_a_trusted_proxy_says_who_calls() {
        let proxied = front(None, &["127.0.0.1", "10.0.0.0/8"]);
        let said = headers(&[("x-forwarded-for", "203.0.113.9, 198.51.100.4, 10.1.1.1")]);
        assert_eq!(
            proxied.client(ip("127.0.0.1"), &said),
            ip("198.51.100.4"),
            "the last one nobody vouches for"
        );
        assert_eq!(proxied.client(ip("192.0.2.1"), &said), ip("192.0.2.1"), "anybody can say anything");
        assert_eq!(front(None, &[]).client(ip("127.0.0.1"), &said), ip("127.0.0.1"));
        let odd = headers(&[("x-forwarded-for", "nobody")]);
        assert_eq!(proxied.client(ip("127.0.0.1"), &odd), ip("127.0.0.1"));
        let port = headers(&[("x-forwarded-for", "[2001:db8::7]:443")]);
        assert_eq!(proxied.client(ip("127.0.0.1"), &port), ip("2001:db8::7"));
    }

    #[test]
    fn a_proxy_on_this_machine_is_not_this_machine() {
        let none = headers(&[]);
        let (me, said) = (ip("127.0.0.1"), headers(&[("x-forwarded-for", "203.0.113.9")]));
        assert!(front(None, &[]).is_local(me, &none));
        assert!(!front(None, &[]).is_local(me, &said));
        assert!(!front(None, &[]).is_local(ip("192.168.1.7"), &none));
        assert!(
            !front(Some("https://tables.example"), &[]).is_local(me, &none),
            "some proxies do not say so"
        );
        assert!(!front(None, &["127.0.0.1"]).is_local(me, &none));
        assert!(
            front(Some("https://tables.example"), &["10.0.0.2"]).is_local(me, &none),
            "the proxy is elsewhere"
        );
    }

    #[test]
    fn pages_come_from_the_address_people_type_whatever_host_the_proxy_names() {
        let public = front(Some("https://example.org/tables"), &["127.0.0.1"]);
        let nginx = headers(&[("origin", "https://example.org"), ("host", "127.0.0.1:7777")]);
        assert_eq!(public.way(&nginx), Some(Way::Public));
        assert_eq!(front(None, &[]).way(&nginx), None);
        let direct = headers(&[("origin", "http://127.0.0.1:7777"), ("host", "127.0.0.1:7777")]);
        assert_eq!(public.way(&direct), Some(Way::Direct));
        let evil = headers(&[("origin", "https://evil.example"), ("host", "127.0.0.1:7777")]);
        assert_eq!(public.way(&evil), None);
        assert_eq!(public.cookie_bounds(Some(Way::Public), false), "; Path=/tables; Secure");
        assert_eq!(public.cookie_bounds(Some(Way::Direct), false), "; Path=/");
        assert_eq!(front(None, &[]).cookie_bounds(Some(Way::Direct), true), "; Path=/; Secure");
    }

    #[test]
    fn https_is_what_a_trusted_proxy_says_or_the_address_people_type() {
        let public = front(Some("https://example.org"), &["127.0.0.1"]);
        assert!(public.is_https(ip("127.0.0.1"), &headers(&[])));
        assert!(!public.is_https(ip("192.168.1.7"), &headers(&[])), "not through the proxy");
        assert!(!public.is_https(ip("127.0.0.1"), &headers(&[("x-forwarded-proto", "http")])));
        let said = headers(&[("x-forwarded-proto", "https")]);
        assert!(front(None, &["127.0.0.1"]).is_https(ip("127.0.0.1"), &said));
        assert!(!front(None, &[]).is_https(ip("127.0.0.1"), &said), "anybody can say anything");
    }
}
