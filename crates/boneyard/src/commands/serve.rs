//! `boneyard serve`: tables for browsers, until it is told to stop.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use boneyard_server::{Backups, Config, Front, Limits, Server};
use serde_json::json;

use super::{Done, write_json};
use crate::cli::Serve;
use crate::games::GAMES;
use crate::{Failure, save};

/// So long what still runs may take when the server is closed; all of it is on disk by then.
const LAST: Duration = Duration::from_secs(2);

pub(super) fn run(args: &Serve, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let save = save::file(&folder)?;
    let host = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let address = SocketAddr::new(IpAddr::V4(host), args.port);
    let backups = Backups {
        folder: save::backups(&folder, &args.backups),
        every: (args.backup_every > 0).then(|| Duration::from_secs(u64::from(args.backup_every) * 3600)),
        keep: args.backups.keep,
    };
    let front = Front { public_url: args.public_url.clone(), trusted_proxies: args.trusted_proxies.clone() };
    log(args.json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::said(format!("The server cannot start: {error}.")))?;
    let served = runtime.block_on(async {
        let config =
            Config { games: GAMES, address, folder, save, backups, limits: Limits::default(), front };
        let server = Server::start(config).await.map_err(Failure::said)?;
        tell(args, &server, out)?;
        server.run(told_to_stop()).await.map_err(Failure::said)
    });
    // What is still being worked out for somebody is not waited for.
    runtime.shutdown_timeout(LAST);
    served?;
    Ok(Done::Well)
}

fn tell(args: &Serve, server: &Server, out: &mut dyn Write) -> Result<(), Failure> {
    let links = server.links();
    if args.json {
        write_json(out, &json!({ "address": server.address().to_string(), "links": links }))?;
    } else if let Some((first, others)) = links.split_first() {
        writeln!(out, "Boneyard is running. This link makes you the GM; keep it secret:\n\n  {first}\n")?;
        for other in others {
            writeln!(out, "  {other}")?;
        }
        writeln!(out, "Invite players from the table. Ctrl+C stops the server; everything is saved.")?;
        if !args.lan && args.public_url.is_none() {
            writeln!(out, "Only this machine can connect. `--lan` lets others in your network in.")?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The log goes where errors go. It names tables and numbers, never secrets or what people say.
fn log(json: bool) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false);
    // A second server in one process keeps the log of the first.
    let _ = if json { log.json().try_init() } else { log.try_init() };
}

/// Waits for Ctrl+C, or for what machines send instead.
pub(super) async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let mut end = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(end) => end,
            Err(_) => return drop(interrupt.await),
        };
        tokio::select! {
            _ = interrupt => {}
            _ = end.recv() => {}
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
