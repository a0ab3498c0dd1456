//! Tables over the network: one ordered queue per table, seats with what each may see, a waiting room, and
//! the page. Games, dice and the journal are crates of their own; which games there are is the program's to say.

mod care;
mod connections;
mod doors;
mod failing;
mod front;
mod house;
mod http;
mod invitation;
mod limits;
mod metrics;
mod odds;
mod page;
mod past;
pub mod protocol;
mod random;
mod room;
mod rooms;
mod socket;
mod waiting;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use boneyard_registry::GameEntry;
use boneyard_store::{Hold, Store, StoreError};
use tokio::net::{TcpListener, TcpSocket};

pub use care::Backups;
pub use front::{BadAddress, Front, Net, PublicUrl};
pub use limits::Limits;

use doors::Doors;
use house::House;

/// How a server is started.
#[derive(Debug)]
pub struct Config {
    /// The games on the shelf.
    pub games: &'static [GameEntry],
    /// Where to listen; port 0 takes any that is free.
    pub address: SocketAddr,
    /// The folder of the save, which must exist.
    pub folder: PathBuf,
    /// The file of the save in it.
    pub save: PathBuf,
    /// Where backups go, and when.
    pub backups: Backups,
    /// How much anybody may ask.
    pub limits: Limits,
    /// How it is reached from outside.
    pub front: Front,
}

/// A server that listens, and serves once it is run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    house: Arc<House>,
    /// Nobody else serves the save or replaces its file meanwhile.
    _holds: [Hold; 2],
}

/// Why a server cannot be started, or ended badly.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Somebody else listens there, or it is not ours.
    #[error("I cannot listen on {address}: {why}. Choose another port with --port.")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        why: String,
    },
    /// The save cannot be opened.
    #[error("{0}")]
    Save(#[from] StoreError),
    /// What is kept beside the save cannot be used.
    #[error("{0}")]
    Doors(String),
    /// The network fails.
    #[error("The network fails: {0}.")]
    Network(std::io::Error),
}

impl Server {
    /// Opens the save and listens. Nothing is answered yet.
    pub async fn start(config: Config) -> Result<Self, ServerError> {
        let holds = [Hold::to_serve(&config.save)?, Hold::beside_others(&config.save)?];
        let listen = |error: std::io::Error| ServerError::Listen {
            address: config.address,
            why: error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
        };
        let listener = listening(config.address).map_err(listen)?;
        let address = listener.local_addr().map_err(ServerError::Network)?;
        let store = Arc::new(Store::open(&config.save).await?);
        let stuck = |error: &dyn std::fmt::Display| ServerError::Doors(error.to_string());
        let doors = Doors::open(Arc::clone(&store), &config.folder.join("doors.json")).await;
        let doors = Arc::new(doors.map_err(|error| stuck(&error))?);
        let Config { games, limits, backups, front, .. } = config;
        let house = House::new(games, store, doors, limits, backups, address, front);
        let house = house.map_err(|error| stuck(&error))?;
        tokio::spawn(care::look_after(Arc::clone(&house)));
        Ok(Self { listener, house, _holds: holds })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.house.address
    }

    /// The links that let the owner in, the likeliest first. Each holds a secret.
    pub fn links(&self) -> Vec<String> {
        let mut hosts = invitation::hosts(self.house.address, None);
        // The owner most often sits at this machine.
        hosts.reverse();
        let public = self.house.front.public_url.iter().map(ToString::to_string);
        let own = hosts.iter().map(|host| format!("http://{host}"));
        public.chain(own).map(|place| format!("{place}/#key={}", self.house.doors.key())).collect()
    }

    /// Serves until `end`; then every table is kept and every page told.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        tracing::info!(address = %self.house.address, "listening");
        connections::serve(self.listener, &self.house, end).await;
        // The file alone is the whole save then, whoever still holds on to a table.
        self.house.store.close().await;
        tracing::info!("closed");
        Ok(())
    }
}

/// Connections that may wait to be taken. With fewer, whoever calls during a flood is lost and tries again only a second
/// later; the system may allow less.
const WAITING: u32 = 4096;

fn listening(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The address of a server that has just ended can be used again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}
