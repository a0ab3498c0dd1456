//! What travels between the server and a page: plain data, documented here and nowhere else. TypeScript
//! types and the OpenAPI page are made from these types. Who may get what is decided by `actor` and `doors`.

mod desk;
mod http;
pub mod openapi;
mod patch;
mod point;
mod socket;
pub mod typescript;
mod verdict;

pub(crate) use desk::seen_changes;
pub use desk::{
    Desk, DiceCard, GmDesk, KnockCard, PaperCard, Person, PictureCard, PilotCard, SwitchCard, TableCard,
    WaitingAction, You,
};
pub use http::{
    Admit, BackedUp, Checked, Door, DoorKey, EnterBody, Entered, Flag, ForkBody, GameCard, HeroCard,
    HouseRow, Invitation, KnockBody, Made, Mistake, NewTableBody, NotationOdds, OddsQuery, OddsRow, Pack,
    PackRow, PictureQuery, RuleCard, RulesFound, RulesQuery, SessionCard, Start, StoryQuery, StoryText,
    TableRow, Trouble,
};
pub use patch::{Change, apply};
pub use point::Point;
pub use socket::{
    ChoiceCard, IntentCard, LogPart, LossCard, OddsCard, OddsOf, Place, ToClient, ToServer, ValueCard,
    WaitingRoom,
};
pub use verdict::{
    AheadCard, CircumstanceCard, FighterCard, ShareCard, SurveyCard, VerdictCard, WithoutCard,
};
