//! The page that describes every request over HTTP, in OpenAPI 3.1, whose schemas are JSON Schema. A test
//! asks for every address on it.

use boneyard_dice::fair::Proof;
use boneyard_table::Seat;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::{
    Admit, BackedUp, Checked, Door, DoorKey, EnterBody, Entered, Flag, ForkBody, GameCard, HouseRow,
    Invitation, KnockBody, Made, NewTableBody, NotationOdds, Pack, PackRow, RulesFound, SessionCard,
    StoryText, SurveyCard, TableRow, Trouble,
};

type Of = fn(&mut SchemaGenerator) -> Schema;

/// One request.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// Its address, with `{names}` of what varies.
    pub path: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// What is asked in the query: names with whether they must be there.
    pub query: &'static [(&'static str, bool)],
    body: Option<Of>,
    answer: Option<Of>,
}

fn of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

/// A proof, which the dice crate describes: any object here.
fn proof(_: &mut SchemaGenerator) -> Schema {
    let name = std::any::type_name::<Proof>();
    schemars::json_schema!({ "type": "object", "description": format!("A proof of dice ({name}).") })
}

const fn get(path: &'static str, summary: &'static str, answer: Option<Of>) -> Request {
    Request { method: "get", path, summary, query: &[], body: None, answer }
}

const fn post(path: &'static str, summary: &'static str, body: Option<Of>, answer: Option<Of>) -> Request {
    Request { method: "post", path, summary, query: &[], body, answer }
}

/// Every request there is.
pub static REQUESTS: &[Request] = &[
    post(
        "/api/enter",
        "Enters by the link that the program printed.",
        Some(of::<EnterBody>),
        Some(of::<Entered>),
    ),
    get("/api/me", "Who this browser is.", Some(of::<Entered>)),
    get("/api/sessions", "The browsers that run this server. Owner.", Some(of::<Vec<SessionCard>>)),
    Request {
        method: "delete",
        path: "/api/sessions/{session}",
        summary: "A browser runs this server no more. Owner.",
        query: &[],
        body: None,
        answer: None,
    },
    get("/api/games", "The games that are here.", Some(of::<Vec<GameCard>>)),
    get("/api/tables", "Tables at which this browser has a seat.", Some(of::<Vec<TableRow>>)),
    post("/api/tables", "Begins a table. Owner.", Some(of::<NewTableBody>), Some(of::<Made>)),
    post("/api/tables/import", "Brings a table from an exported file. Owner.", None, Some(of::<Made>)),
    get("/api/tables/{table}/export", "The table as one file. GM.", None),
    post(
        "/api/tables/{table}/fork",
        "A new table that begins where this one stands or stood. GM.",
        Some(of::<ForkBody>),
        Some(of::<Made>),
    ),
    post(
        "/api/tables/{table}/archive",
        "Puts a table away, or takes it out again. Owner.",
        Some(of::<Flag>),
        None,
    ),
    post("/api/backup", "Copies the whole save into its folder. Owner.", None, Some(of::<BackedUp>)),
    get("/api/tables/{table}/door", "How this browser stands at a table's door.", Some(of::<Door>)),
    post("/api/door", "Where an invitation leads.", Some(of::<DoorKey>), Some(of::<Door>)),
    post("/api/knock", "Asks to be let in.", Some(of::<KnockBody>), Some(of::<Door>)),
    Request {
        method: "delete",
        path: "/api/tables/{table}/knock",
        summary: "Leaves the waiting room.",
        query: &[],
        body: None,
        answer: None,
    },
    get(
        "/api/tables/{table}/invitation",
        "How people get in. GM, and displays, which show it.",
        Some(of::<Invitation>),
    ),
    post(
        "/api/tables/{table}/invitation",
        "Withdraws the invitation and makes a new one. GM.",
        None,
        Some(of::<Invitation>),
    ),
    post("/api/tables/{table}/knocks/{knock}", "Answers a knock. GM.", Some(of::<Admit>), None),
    post("/api/tables/{table}/seats/{seat}/revoke", "Puts out the browsers of a seat. GM.", None, None),
    get(
        "/api/tables/{table}/waiting",
        "Whom the table waits for, as far as this browser's seat may know: seats and names. Whoever has a seat.",
        Some(of::<Vec<(Seat, String)>>),
    ),
    get(
        "/api/tables/{table}/published",
        "Every value by the path that overruling takes. GM.",
        Some(of::<Value>),
    ),
    get(
        "/api/tables/{table}/survey",
        "What an encounter at the table could be made of. GM.",
        Some(of::<SurveyCard>),
    ),
    get(
        "/api/tables/{table}/house",
        "Which house rules were set in play, and when. GM.",
        Some(of::<Vec<HouseRow>>),
    ),
    Request {
        method: "get",
        path: "/api/tables/{table}/story",
        summary: "What was played, as a story. GM.",
        query: &[("before", false)],
        body: None,
        answer: Some(of::<StoryText>),
    },
    get(
        "/api/tables/{table}/times",
        "When each action was done that a seat knows of: its number and the milliseconds since 1970. Whoever has a seat.",
        Some(of::<Vec<(u32, i64)>>),
    ),
    get(
        "/api/tables/{table}/proof/{stretch}",
        "The dice of a stretch that was opened. Whoever has a seat.",
        Some(proof),
    ),
    get("/api/tables/{table}/packs", "Content packs of a table. GM.", Some(of::<Vec<PackRow>>)),
    post(
        "/api/tables/{table}/packs",
        "Adds a content pack to a table, or says where its mistakes are. GM.",
        Some(of::<Pack>),
        Some(of::<Vec<PackRow>>),
    ),
    get("/api/tables/{table}/papers/{paper}/picture", "A picture. Whoever was shown it.", None),
    Request {
        method: "post",
        path: "/api/tables/{table}/papers/{paper}/picture",
        summary: "Draws on a paper: the body is a PNG, JPEG, WebP or GIF file. GM.",
        query: &[("title", true), ("alt", true)],
        body: None,
        answer: None,
    },
    post(
        "/api/verify",
        "Checks a proof of dice. Whoever has a seat, up to 8 MB; anybody, up to 32 kB.",
        Some(proof),
        Some(of::<Checked>),
    ),
    Request {
        method: "get",
        path: "/api/rules/{game}",
        summary: "Rules that hold all the words, one by its id, or all.",
        query: &[("q", false)],
        body: None,
        answer: Some(of::<RulesFound>),
    },
    Request {
        method: "get",
        path: "/api/odds",
        summary: "Exact odds of a roll. Whoever has a seat may ask about more dice than anybody else.",
        query: &[("roll", true)],
        body: None,
        answer: Some(of::<NotationOdds>),
    },
    Request {
        method: "get",
        path: "/api/tables/{table}/socket",
        summary: "The socket of a table; see docs/protocol.md.",
        query: &[("as", false)],
        body: None,
        answer: None,
    },
    get("/api/openapi.json", "This page.", None),
    get("/healthz", "Whether the save can be read.", None),
    get(
        "/metrics",
        "Counts in the format of Prometheus. This machine if no proxy stands before it, or the owner.",
        None,
    ),
];

/// The whole page.
pub fn page() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    // A body is described as it is read, an answer as it is written.
    let mut reads = settings.clone().for_deserialize().into_generator();
    let mut writes = settings.for_serialize().into_generator();
    let trouble = content(&of::<Trouble>(&mut writes));
    let mut paths: Map<String, Value> = Map::new();
    for request in REQUESTS {
        let mut told = json!({ "summary": request.summary, "responses": { "default": {
            "description": "Why not, in words.", "content": trouble,
        } } });
        let answer = request.answer.map(|of| content(&of(&mut writes)));
        told["responses"]["200"] = match answer {
            Some(content) => json!({ "description": "As asked.", "content": content }),
            None => json!({ "description": "As asked." }),
        };
        if let Some(of) = request.body {
            told["requestBody"] = json!({ "required": true, "content": content(&of(&mut reads)) });
        }
        let named = request.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let text = json!({ "type": "string" });
        let parameters: Vec<Value> =
            named
                .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": text }))
                .chain(request.query.iter().map(
                    |(name, must)| json!({ "name": name, "in": "query", "required": must, "schema": text }),
                ))
                .collect();
        if !parameters.is_empty() {
            told["parameters"] = parameters.into();
        }
        let place = paths.entry(request.path).or_insert_with(|| json!({}));
        place[request.method] = told;
    }
    let mut schemas = reads.take_definitions(true);
    schemas.extend(writes.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Boneyard", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn content(schema: &Schema) -> Value {
    json!({ "application/json": { "schema": schema } })
}
