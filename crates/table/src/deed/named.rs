//! What something that can be picked is called, and what else its row says.

use crate::view::{Candidate, Msg};

/// What something that can be picked is called, and what else its row says.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub(super) name: Msg,
    pub(super) say: Option<Msg>,
    pub(super) cost: Option<Msg>,
    pub(super) advised: bool,
}

impl From<Msg> for Named {
    fn from(name: Msg) -> Self {
        Self { name, ..Self::default() }
    }
}

impl From<String> for Named {
    fn from(name: String) -> Self {
        Msg::from(name).into()
    }
}

impl From<&str> for Named {
    fn from(name: &str) -> Self {
        name.to_owned().into()
    }
}

impl From<&String> for Named {
    fn from(name: &String) -> Self {
        name.clone().into()
    }
}

impl From<std::borrow::Cow<'_, str>> for Named {
    fn from(name: std::borrow::Cow<'_, str>) -> Self {
        name.into_owned().into()
    }
}

impl Named {
    /// Something by its name alone.
    pub fn new(name: impl Into<Msg>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Says what it means.
    #[must_use]
    pub fn say(mut self, say: impl Into<Msg>) -> Self {
        self.say = Some(say.into());
        self
    }

    /// Says what it costs; `None` is free.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<Option<Msg>>) -> Self {
        self.cost = cost.into();
        self
    }

    /// It is best picked first, if that is so.
    #[must_use]
    pub fn advised(mut self, advised: bool) -> Self {
        self.advised = advised;
        self
    }

    pub(super) fn candidate<K>(self, pick: K) -> Candidate<K> {
        let Self { name, say, cost, advised } = self;
        Candidate { say, cost, advised, ..Candidate::new(pick, name) }
    }
}
