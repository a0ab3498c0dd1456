//! Why a request was not answered as hoped: a status, a code for programs and a sentence for people.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boneyard_store::StoreError;
use boneyard_table::Refusal;

use crate::doors::{Stuck, Unheard};
use crate::failing::for_people;
use crate::house::NoRoom;
use crate::protocol::{Mistake, Trouble};
use crate::room::NotDone;

/// A request that came to nothing.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    code: &'static str,
    say: String,
    mistakes: Vec<Mistake>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, code: &'static str, say: impl Into<String>) -> Self {
        Self { status, code, say: say.into(), mistakes: Vec::new() }
    }

    pub(crate) fn unreadable(say: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable", say)
    }

    /// The same with the places of mistakes in files.
    pub(crate) fn with_mistakes(self, mistakes: Vec<Mistake>) -> Self {
        Self { mistakes, ..self }
    }

    /// The same for what is not there and for what may not be known to be there.
    pub(crate) fn no_table() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", "There is no such table here, or you do not sit at it.")
    }

    pub(crate) fn only(whom: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", format!("Only {whom} may do that."))
    }

    pub(crate) fn too_fast() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", "Too many tries. Wait a minute, then try again.")
    }

    /// What a status says that came without our words; what was said instead is kept.
    pub(super) fn of_status(status: StatusCode, said: Option<String>) -> Self {
        let (code, say) = match status {
            StatusCode::NOT_FOUND => ("not-found", "There is nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => ("unreadable", "Nothing can be done that way at this address."),
            StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "That is more than this server takes at once."),
            StatusCode::TOO_MANY_REQUESTS => {
                ("too-fast", "Too many requests. Wait a moment, then try again.")
            }
            status if status.is_server_error() => ("failed", "The server cannot do that just now."),
            _ => ("unreadable", "This request cannot be read."),
        };
        Self::new(status, code, said.unwrap_or_else(|| say.to_owned()))
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let Self { status, code, say, mistakes } = self;
        (status, Json(Trouble { code: code.into(), say, mistakes })).into_response()
    }
}

impl From<NoRoom> for Fault {
    fn from(error: NoRoom) -> Self {
        match error {
            NoRoom::Unknown => Self::no_table(),
            NoRoom::Full | NoRoom::Closing => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "full", error.to_string())
            }
            NoRoom::Failed(say) => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", say),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        let (status, code) = match &error {
            StoreError::NoSuchTable { .. } => return Self::no_table(),
            StoreError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            StoreError::Invalid { .. } | StoreError::Import { .. } | StoreError::Newer { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "refused")
            }
            _ => {
                tracing::error!(?error, "the save fails");
                (StatusCode::INTERNAL_SERVER_ERROR, "failed")
            }
        };
        Self::new(status, code, for_people(&error))
    }
}

impl From<Stuck> for Fault {
    fn from(error: Stuck) -> Self {
        let (status, code) = match &error {
            Stuck::Unheard(Unheard::Name) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            Stuck::Unheard(Unheard::Crowded) => (StatusCode::SERVICE_UNAVAILABLE, "full"),
            Stuck::Unheard(_) => (StatusCode::FORBIDDEN, "forbidden"),
            _ => {
                // Who may enter is kept in a file, and where that is is nobody's business.
                tracing::error!(%error, "the doors fail");
                let say = "Who may enter cannot be written down just now. Nothing was changed.";
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", say);
            }
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", refusal.to_string())
    }
}

impl From<NotDone> for Fault {
    fn from(error: NotDone) -> Self {
        match error {
            NotDone::Refused(refusal) => refusal.into(),
            NotDone::Save(error) => error.into(),
            other => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", other.to_string()),
        }
    }
}
