//! What can be asked of a room. Each goes into its queue and is dealt with in order.

use std::sync::Arc;

use boneyard_dice::fair::Proof;
use boneyard_table::Seat;
use boneyard_table::live::ActionId;
use boneyard_table::table::{Op, Paper};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::NotDone;
use crate::doors::VisitorId;
use crate::protocol::{PackRow, Place, SurveyCard, ToServer};

/// One socket of this run of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SocketId(pub(crate) u64);

/// A socket that wants to be told what a seat is told.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) socket: SocketId,
    pub(crate) visitor: VisitorId,
    pub(crate) seat: Seat,
    /// The game master looks through this seat's eyes.
    pub(crate) preview: bool,
    pub(crate) since: Option<Place>,
    /// Messages as text; when it is full, the socket is too slow and is let go.
    pub(crate) out: mpsc::Sender<Arc<str>>,
}

/// Something asked of a room.
#[derive(Debug)]
pub(crate) enum Ask {
    Attach(Attached),
    Detach(SocketId),
    Message(SocketId, ToServer),
    /// Somebody knocked, was let in or put out.
    Doors,
    /// A request that does not come by socket: seating somebody who was let in.
    Do(Seat, Op, oneshot::Sender<Result<(), NotDone>>),
    /// The first record of a new table that begins as this one stood before an action, or stands.
    Fork(String, Option<ActionId>, oneshot::Sender<Result<String, NotDone>>),
    Published(oneshot::Sender<Value>),
    Survey(oneshot::Sender<SurveyCard>),
    /// Whom the table waits for, as far as a seat may know.
    Waited(Seat, oneshot::Sender<Vec<(Seat, String)>>),
    /// The actions a player knows of, as the player counts them.
    Counted(Seat, oneshot::Sender<Vec<ActionId>>),
    Proof(usize, oneshot::Sender<Option<Proof>>),
    /// Who sits here, by name, and whether the game master is here.
    Faces(oneshot::Sender<Faces>),
    Packs(oneshot::Sender<Vec<PackRow>>),
    /// A paper, if this seat may see it.
    Paper(Seat, String, oneshot::Sender<Option<Arc<Paper>>>),
    /// Keep everything and end.
    Close(oneshot::Sender<()>),
}

/// What the doors need to know of a table.
#[derive(Clone, Debug)]
pub(crate) struct Faces {
    pub(crate) title: String,
    pub(crate) game: &'static str,
    pub(crate) game_title: &'static str,
    pub(crate) gm: String,
    pub(crate) gm_here: bool,
    /// Every seat that is taken, and its role.
    pub(crate) seats: Vec<(Seat, String, boneyard_table::Role)>,
    /// A seat that nobody has or had.
    pub(crate) free: Option<Seat>,
}
