// What the server sends. Made from the Rust types by `cargo xtask protocol`; do not edit.

/** Any JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A hero or any other creature, by its number at this table. */
export type Who = number;

/** What heroes who look ahead make of a fight. */
export type AheadCard = {
  /** Somebody of them dies. */
  death: ShareCard;
  /** How many fights were counted. */
  fights: number;
  /** All of them fall. */
  wiped: ShareCard;
  /** They win. */
  won: ShareCard;
};

/** How much a seat wants to be asked. */
export type Asks = 
  /** Every time there is a question. */
  "every" | 
  /** Where there is something to choose. */
  "matters" | 
  /** Only where a hero may die; instinct answers the rest. */
  "mortal";

/** A score: dice, marks, rank, growth. */
export type Attribute = {
  /** Pips: open, tired, wounded. */
  cells?: Cell[];
  /** The dice it gives, in notation. */
  dice?: string;
  /** What it would be unhurt. */
  full?: number;
  /** Marks towards the next point. */
  growth?: Growth;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** What it adds to rolls. */
  modifier?: Value;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** Training in it. */
  rank?: number;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** What it is now, with its terms. */
  value: Value;
  /** The terms behind its number. */
  why?: Why;
};

/** The seats that see a thing whole, and those that only see that it happened. The game master always sees everything. */
export type Audience = {
  happened: number;
  whole: number;
};

/** Whose move it is. */
export type Awaits = {
  /** Creatures that may act now. */
  creatures: Who[];
  /** Seats that may act now beside their creatures' speakers. */
  seats: Seat[];
  /** In a sentence. */
  why: string;
};

/** A copy of all tables that was made. */
export type BackedUp = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The name of the file in the data folder. */
  file: string;
};

/** An answer that can be given beforehand to all questions of the same name. */
export type Beforehand = {
  /** What the request names. */
  id: string;
  /** In words: "Never reroll a hit". */
  label: Msg;
  /** What it answers to the question at hand, if it bears on it. */
  say?: Json;
};

/** Where points or marks can go, and how many. */
export type Bin = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** What it costs: "1 of 2 proficiency". */
  cost?: Msg;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** At least this many. */
  least: number;
  /** At most this many. */
  most: number;
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: string;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** A piece of a sheet. */
export type Block = 
  /** A score. */
  Attribute & {
    type: "attribute";
  } | 
  /** A number that is spent. */
  Pool & {
    type: "pool";
  } | 
  /** Cells that fill up. */
  Track & {
    type: "track";
  } | 
  /** A die that steps down. */
  UsageDie & {
    type: "usage_die";
  } | 
  /** A counter at the table. */
  Tracker & {
    type: "tracker";
  } | 
  /** A body in parts. */
  BodyChart & {
    type: "body_chart";
  } | 
  /** What is carried where. */
  SlotGrid & {
    type: "slot_grid";
  } | 
  /** Things in rows. */
  ItemList & {
    type: "item_list";
  } | 
  /** A terse line, taken apart. */
  Notation & {
    type: "notation";
  } | 
  /** Conditions and marks. */
  Chips & {
    type: "chips";
  } | 
  /** Skills, spells, features. */
  EntryList & {
    type: "entry_list";
  } | 
  /** One of several. */
  Choice & {
    type: "choice";
  } | 
  /** Whose turn it is. */
  Order & {
    type: "order";
  } | 
  /** How pairs stand. */
  Relations & {
    type: "relations";
  } | 
  /** One after the other. */
  Steps & {
    type: "steps";
  } | 
  /** Points to spend. */
  Budget & {
    type: "budget";
  } | 
  /** Who does what when. */
  Calendar & {
    type: "calendar";
  } | 
  /** Rooms and ways. */
  Places & {
    type: "places";
  } | 
  /** What is owed. */
  Todo & {
    type: "todo";
  } | 
  /** Words. */
  Text & {
    type: "text";
  } | 
  /** Rows and columns. */
  Table & {
    type: "table";
  } | 
  /** A picture. */
  Picture & {
    type: "picture";
  } | 
  /** Dice on the table. */
  DiceTray & {
    type: "dice_tray";
  } | 
  /** How likely it is. */
  OddsBlock & {
    type: "odds";
  } | 
  /** Something is there. */
  Unknown & {
    type: "unknown";
  };

/** A body drawn as a figure, with its parts from the head down. */
export type BodyChart = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Which figure to draw: "humanoid", "beast"; a list where the page has none. */
  layout: string;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** The parts. */
  parts: BodyPart[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** One part of a body. Its frame's key and label name it. */
export type BodyPart = {
  /** What covers it. */
  cover?: Cover[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Its injuries. */
  lines?: Msg[];
  /** Whether it is lost. */
  lost?: boolean;
  /** How many it can take. */
  max: number;
  /** The part it hangs on. */
  needs?: string;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** Whether its owner dies without it. */
  vital?: boolean;
  /** The terms behind its number. */
  why?: Why;
};

/** Points to spend. */
export type Budget = {
  /** How many there are. */
  have: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** How many are left; below 0 where too much was spent. */
  left: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** On what they went. */
  spent?: Spent[];
  /** How it is drawn now. */
  state?: State;
  /** Of what. */
  unit: Msg;
  /** The terms behind its number. */
  why?: Why;
};

/** Days by watches. */
export type Calendar = {
  /** Who does what when. */
  cells: CalendarCell[];
  /** The days shown. */
  days: Msg[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The watches of a day. */
  watches: Msg[];
  /** The terms behind its number. */
  why?: Why;
};

/** What somebody does in one watch. */
export type CalendarCell = {
  /** The day, counted from 0. */
  day: number;
  /** What: "guards". */
  kind: Msg;
  /** Their name. */
  name: Msg;
  /** What is still needed. */
  needs?: Msg[];
  /** The watch, counted from 0. */
  watch: number;
  /** Who, where it is a creature. */
  who?: Who;
};

/** Something that can be picked, or says why not. */
export type Candidate_AnyValue = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** What it costs: "1 of 2 proficiency". */
  cost?: Msg;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: Json;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** Something that can be picked, or says why not. */
export type Candidate_Seat = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** What it costs: "1 of 2 proficiency". */
  cost?: Msg;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: Seat;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** Something that can be picked, or says why not. */
export type Candidate_string = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** What it costs: "1 of 2 proficiency". */
  cost?: Msg;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: string;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** Something that can be picked, or says why not. */
export type Candidate_uint16 = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** What it costs: "1 of 2 proficiency". */
  cost?: Msg;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: Who;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** One cell. */
export type Cell = {
  /** How it is drawn. */
  state: CellState;
};

/** What cells of one look mean on this track. */
export type CellKind = {
  /** The meaning. */
  label: Msg;
  /** The look. */
  state: CellState;
};

/** How a cell is drawn: each has its own shape. */
export type CellState = 
  /** Free. */
  "open" | 
  /** Marked. */
  "filled" | 
  /** Tired: hatched. */
  "tired" | 
  /** Wounded: crossed. */
  "wound" | 
  /** Gone for good. */
  "lost" | 
  /** A success. */
  "good" | 
  /** A failure. */
  "bad";

/** One change. A path is a JSON Pointer (RFC 6901). */
export type Change = 
  /** A new field, or a new thing in a list before the one at this place. */
  {
    op: "add";
    path: string;
    value: Json;
  } | 
  /** A field or thing is gone. */
  {
    op: "remove";
    path: string;
  } | 
  /** Something is otherwise now. */
  {
    op: "replace";
    path: string;
    value: Json;
  };

/** Who may talk and read along beside the game master and the players. */
export type Chat = {
  /** Whether displays show what is said. */
  displays: boolean;
  /** Whether spectators may say something. */
  spectators: boolean;
};

/** Whether dice are the ones that were promised. */
export type Checked = {
  /** Whether the proof holds. */
  holds: boolean;
  /** How many dice were checked, or what does not fit. */
  say: string;
};

/** One mark. Its frame's key and label name it. */
export type Chip = {
  /** How many of it. */
  count?: number;
  /** When it ends: "until you escape". */
  ends?: Msg;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** How strong. */
  level?: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Whether it stays for good. */
  permanent?: boolean;
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** Whose doing. */
  source?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** Whether it is welcome. */
  tone: Tone;
  /** The terms behind its number. */
  why?: Why;
};

/** Marks side by side. */
export type Chips = {
  /** The marks. */
  chips: Chip[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** One of several, and which one it is now. */
export type Choice = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** The key of the current one. */
  now?: string;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** What can be chosen. */
  options: ChoiceOption[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** One answer to a question. */
export type ChoiceCard = {
  /** What may come of it. */
  odds: Odds;
  /** The answer as it is given. */
  say: Json;
  /** In words. */
  words: string;
};

/** Something to choose. Its frame's key and label name it. */
export type ChoiceOption = {
  /** What it changes. */
  effects?: Msg[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Something about an encounter that can be different. */
export type CircumstanceCard = {
  /** What it can be: the name in the question, and as people call it. */
  choices: [string, string][];
  /** As people call it. */
  label: string;
  /** Its name in the question. */
  name: string;
};

/** Part of a price: "2 actions". */
export type Cost = {
  /** How many. */
  amount: number;
  /** Of what. */
  unit: Msg;
};

/** A piece that covers a part, with its marks. */
export type Cover = {
  /** The piece. */
  item: Msg;
  /** Marks on it. */
  marks: number;
  /** Marks it can take. */
  max: number;
};

/** One seat's part of a roll that is being declared. */
export type DeclarePart = {
  /** What it is: "Help from Cy". */
  label: Msg;
  /** What may be chosen in it. */
  params: Param[];
  /** Whether this seat is done. */
  ready: boolean;
  /** Whose part. */
  seat: Seat;
};

/** What lies before a seat. */
export type Desk = {
  /** The dice in use, for whoever wants to check them later. */
  dice: DiceCard;
  /** What only the game master has. */
  gm?: GmDesk;
  /** Handouts this seat was shown; to the game master every paper, notes among them. */
  papers?: PaperCard[];
  /** Everybody who sits here, in the order of their seats. */
  people: Person[];
  /** Which table this is. */
  table: TableCard;
  /** The table as the game shows it to this seat, with its questions and offers. Its `lines` stay empty: the log travels on its own. */
  view: View;
  /** Who is looking. */
  you: You;
};

/** Like dice to be rolled by hand. */
export type DiceAsked = {
  /** How many. */
  count: number;
  /** What they are called: own, helper, tens. */
  name: string;
  /** Faces of the die. */
  sides: number;
};

/** The dice in use. */
export type DiceCard = {
  /** What the server has bound itself to before the first die of the stretch. */
  commitment: string;
  /** Who has mixed words in. */
  mixed: string[];
  /** Whether words can still be mixed in. */
  open_to_words: boolean;
  /** The number of the stretch in use, from 0; those before it are opened. */
  stretch: number;
};

/** Dice that lie together. */
export type DiceTray = {
  /** The dice, in the order they fell. */
  dice: Die[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Dice that belong together: doubles, matches. */
  links?: [string, string][];
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** One die. */
export type Die = {
  /** Rolled by hand and typed in. */
  entered?: boolean;
  /** What it shows; absent for one who rolls blind. */
  face?: number;
  /** What became of it. */
  fate: DieFate;
  /** Its name in this tray. */
  id: string;
  /** What its face means: "tires you". */
  mark?: Msg;
  /** Whose it is. */
  owner?: Msg;
  /** What it is there for: own, helper, magic, tens. */
  role?: string;
  /** How many faces. */
  sides: number;
  /** What it counts as, where that is not its face. */
  value?: number;
};

/** What became of a die. */
export type DieFate = 
  /** It counts. */
  "kept" | 
  /** It does not. */
  "dropped" | 
  /** Another took its place. */
  "rerolled" | 
  /** It counts and brought another. */
  "exploded" | 
  /** It may not be touched any more. */
  "locked";

/** The eight winds; north is up. */
export type Direction = "north" | "north_east" | "east" | "south_east" | "south" | "south_west" | "west" | "north_west";

/** The kind of a parameter with everything it may be. */
export type Domain = 
  /** A hero or creature. */
  {
    among: Candidate_uint16[];
    type: "creature";
  } | 
  /** A seat. */
  {
    among: Candidate_Seat[];
    type: "seat";
  } | 
  /** One or several dice of a tray. */
  {
    among: Candidate_string[];
    least: number;
    most: number;
    tray: string;
    type: "die";
  } | 
  /** One square of the map. */
  {
    among: Square[];
    type: "square";
  } | 
  /** A way over the map, step by step, at most `most` in cost. */
  {
    from: Square;
    most: number;
    reach: Reach[];
    type: "path";
  } | 
  /** One of the eight winds. */
  {
    among: Direction[];
    type: "direction";
  } | 
  /** A shape laid on the map. */
  {
    directions: Direction[];
    origins: Square[];
    shape: Shape;
    type: "area";
  } | 
  /** An item. */
  {
    among: Candidate_string[];
    type: "item";
  } | 
  /** A place of the scene. */
  {
    among: Candidate_string[];
    type: "place";
  } | 
  /** A number. */
  {
    least: number;
    most: number;
    type: "amount";
    unit?: Msg;
  } | 
  /** Points spread over several things; `all` must be spent, or at most `total`. */
  {
    all: boolean;
    to: Bin[];
    total: number;
    type: "points";
  } | 
  /** Each slot gets a value of its own. */
  {
    slots: Candidate_string[];
    type: "assign";
    values: Candidate_string[];
  } | 
  /** All of them, put in order. */
  {
    of: Candidate_string[];
    type: "ranking";
  } | 
  /** Some of them, by count and, where there is one, within a budget. */
  {
    budget?: number;
    least: number;
    most: number;
    of: Thing[];
    type: "subset";
  } | 
  /** Free words, counted in characters. */
  {
    least: number;
    most: number;
    type: "text";
  } | 
  /** Yes or no. */
  {
    no: Msg;
    type: "yes_no";
    yes: Msg;
  } | 
  /** One of the listed options, each with the answer it stands for. */
  {
    options: Candidate_AnyValue[];
    type: "one_of";
  } | 
  /** Several parameters answered together. */
  {
    params: Param[];
    type: "form";
  };

/** How this browser stands at a table's door. */
export type Door = 
  /** Not known here, or there is no such table: nothing more is told. */
  {
    type: "stranger";
  } | 
  /** The invitation is good: a name, and one can knock. */
  {
    /** The game's name. */
    game: string;
    /** The game's name on the page. */
    game_title: string;
    /** What the game master is called. */
    gm: string;
    /** Which table. */
    table: string;
    /** What it is called. */
    title: string;
    type: "invited";
  } | 
  /** Has knocked and waits. */
  {
    /** Which table. */
    table: string;
    type: "waiting";
  } | 
  /** Sits here: open the socket. */
  {
    /** Where. */
    seat: Seat;
    /** Which table. */
    table: string;
    type: "seated";
  };

/** A ruling that bears on this one. */
export type EarlierRuling = {
  /** In words. */
  say: Msg;
  /** Whether it stands as a rule of this table. */
  table_rule?: boolean;
};

/** A wall, a door or cover along the edges of squares, from corner to corner in tenths of a square. */
export type Edge = {
  /** One end: across, down. */
  from: [number, number];
  /** What it is: "wall", "door", "window", "low cover". */
  kind: string;
  /** Whether it stands open. */
  open?: boolean;
  /** The same for people. */
  say: Msg;
  /** The other end. */
  to: [number, number];
};

/** Who this browser is. */
export type Entered = {
  /** Whether it may begin tables and is the game master of all of them. */
  owner: boolean;
};

/** One card. Its frame's key and label name it. */
export type Entry = {
  /** What it adds. */
  bonus?: Value;
  /** What it costs to use. */
  cost?: Cost;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** How well it is known. */
  rank?: Msg;
  /** Whether it can be used now. */
  ready: boolean;
  /** Why not. */
  reason?: Msg;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** What it does. */
  text: Msg;
  /** The terms behind its number. */
  why?: Why;
};

/** Cards in a list. */
export type EntryList = {
  /** The cards. */
  entries: Entry[];
  /** Whether the list is long enough to be searched. */
  filter?: boolean;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Somebody who can fight. */
export type FighterCard = {
  /** Whether they are a player's. */
  hero: boolean;
  /** What they are called. */
  name: string;
  /** Who. */
  who: Who;
};

/** What it means that a pool is nearly empty or nearly full. */
export type Filling = 
  /** Little of it is bad: hit points, ammunition. */
  "supply" | 
  /** Much of it is bad: a load. */
  "burden" | 
  /** It grows towards something: experience. */
  "progress";

/** A floor of the map. */
export type Floor = {
  /** Which one. */
  level: number;
  /** Its name. */
  name: Msg;
};

/** How odds were found. */
export type Found = 
  /** Every roll and every choice was followed. */
  {
    type: "exact";
  } | 
  /** Played out many times; `err` is the error in ten-thousandths. */
  {
    /** Half the width of the interval. */
    err: number;
    type: "simulated";
  } | 
  /** Followed only so far; `rest` is the share left open, in ten-thousandths. */
  {
    /** The share not followed. */
    rest: number;
    type: "cut";
  };

/** A game on the start screen. */
export type GameCard = {
  /** Creatures to build encounters of: the id of each entry and its name. */
  creatures: [string, string][];
  /** What must stand on everything of this game. */
  credits?: string;
  /** Whether fights can be tried out before they happen. */
  foresees: boolean;
  /** Ready heroes. */
  heroes: HeroCard[];
  /** The command that begins making a hero, and the one that finishes it. */
  making: [string, string];
  /** Its name in addresses and looks. */
  name: string;
  /** The title of the one that is played where nobody wants to choose. */
  ready?: string;
  /** The version of its rules. */
  rules: string;
  /** Ready-made beginnings. */
  starts: Start[];
  /** House switches. */
  switches: SwitchCard[];
  /** Its name on the page. */
  title: string;
};

/** What somebody would see from a square, as far as this seat may know. */
export type Glimpse = {
  /** The lines from there to those who would be seen, or not. */
  lines?: SightLine[];
  /** The squares. */
  seen: Run[];
};

/** What only the game master has. */
export type GmDesk = {
  /** Those among them that look ahead. */
  ahead: Who[];
  /** How much people are asked who have not said it themselves. */
  asks: Asks;
  /** Creatures that act and answer by themselves. */
  autopilot: Who[];
  /** Whose move it is. */
  awaits: Awaits;
  /** Who may talk and read along beside the players. */
  chat: Chat;
  /** Every creature with its name. */
  creatures: [Who, string][];
  /** People in the waiting room, in the order they came. */
  knocks: KnockCard[];
  /** How much is asked about judgement. */
  level: Level;
  /** The same for single rules. */
  levels: { [name: string]: Json };
  /** Whether the party plays on without people while all of it plays itself always. */
  play_on?: boolean;
  /** Whether it does so now. */
  plays_on?: boolean;
  /** Whether what was taken back last can be had again. */
  redo: boolean;
  /** Whether the game master reviews actions before they count. */
  review: boolean;
  /** Every ruling made, oldest first. */
  rulings: RulingRecord[];
  /** House switches of the game. */
  switches: SwitchCard[];
  /** Those of them that no player knows of. */
  unseen: Who[];
  /** Actions that wait for somebody. */
  waiting: WaitingAction[];
};

/** Marks on the way to something better. */
export type Growth = {
  /** Marks so far. */
  have: number;
  /** Marks needed. */
  need: number;
};

/** A ready hero. */
export type HeroCard = {
  /** Its entry. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is like. */
  text: string;
};

/** A house rule that was set while the table was in play. */
export type HouseRow = {
  /** The action that set it. */
  action: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The switch. */
  switch: string;
};

/** A roll in the middle of words. */
export type InlineRoll = {
  /** The roll as we write it. */
  notation: string;
  /** The whole roll in words. */
  text: string;
  /** What it came to. */
  total: number;
};

/** What a creature would do next. */
export type IntentCard = {
  /** Whether it would do that by itself; otherwise a person has to. */
  by_itself: boolean;
  /** The command. */
  command: Json;
  /** The offer it fills in, to be told by. */
  offer?: OfferCard;
};

/** How people get in. For the game master. */
export type Invitation = {
  /** What can be read out and typed in: `K7QM-2XRT`. */
  code: string;
  /** Links, the likeliest first. The secret is behind the `#`, which no browser sends. */
  links: string[];
  /** The first link as a picture to scan, as SVG. */
  qr: string;
};

/** One thing, or several alike. Its frame's key and label name it. */
export type Item = {
  /** How many. */
  count: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Its line in the game's own notation. */
  notation?: NotationPart[];
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** What it costs. */
  price?: Price;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How large or heavy. */
  size?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** What matters about it: "in hand", "two-handed". */
  tags?: Msg[];
  /** Its durability, charges or ammunition. */
  wear?: Wear;
  /** The terms behind its number. */
  why?: Why;
};

/** Things in rows. */
export type ItemList = {
  /** The things. */
  items: Item[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A judgement, with the proposal first. */
export type JudgeCard = {
  /** Facts for the GM's eyes. */
  about?: Msg[];
  /** Whether words of the GM's own may be given. */
  free: boolean;
  /** Whether it can be put off, because no dice depend on it. */
  later: boolean;
  /** Earlier rulings on the same rule and tag, latest first. */
  precedents?: EarlierRuling[];
  /** What would be ruled if nobody objected; one of the options of the domain. */
  proposal: Json;
  /** Why it is proposed. */
  reason: Msg;
  /** What the rulings are remembered under. */
  tag: string;
};

/** Somebody in the waiting room. */
export type KnockCard = {
  /** "phone" or "computer", as far as their browser tells. */
  device: string;
  /** What an admission names. */
  id: number;
  /** What they call themselves. */
  name: string;
  /** What their screen says, to tell two of the same name apart: "amber owl". */
  sign: string;
};

/** One layer. */
export type Layer = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Whether it is switched on to begin with. */
  on: boolean;
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
} & (
  /** A picture under everything. */
  {
    alt: Msg;
    image: string;
    type: "picture";
  } | 
  /** Floor and its height. */
  {
    squares: Patch[];
    type: "floor";
  } | 
  /** Ground that matters. */
  {
    squares: Patch[];
    type: "terrain";
  } | 
  /** The grid. */
  {
    type: "grid";
  } | 
  /** Walls, doors and cover. */
  {
    edges: Edge[];
    type: "walls";
  } | 
  /** Bands of light. */
  {
    squares: Patch[];
    type: "light";
  } | 
  /** Areas and auras. */
  {
    areas: MapArea[];
    type: "areas";
  } | 
  /** Where one can go, at what cost. */
  {
    path: Square[];
    squares: Reach[];
    type: "reach";
  } | 
  /** Heroes and creatures. */
  {
    tokens: Token[];
    type: "tokens";
  } | 
  /** The line that decides sight or cover. */
  {
    lines: SightLine[];
    type: "sight";
  } | 
  /** What this seat has never seen, and what it remembers without seeing it now. */
  {
    remembered: Run[];
    type: "fog";
    unseen: Run[];
  } | 
  /** Somebody points. */
  {
    pings: Ping[];
    type: "pings";
  } | 
  /** Notes for the GM. */
  {
    notes: MapNote[];
    type: "notes";
  });

/** How much the table asks about a rule of judgement. */
export type Level = 
  /** Ask the first time; then take the last ruling on the same tag. */
  "suggest" | 
  /** Ask every time. */
  "ask" | 
  /** Take the proposal without asking. */
  "apply";

/** One line of the log. */
export type Line = {
  /** The action it belongs to: lines of one action fold under it. */
  action?: number;
  /** The seat that caused it. */
  by?: Seat;
  /** The dice it tells of. */
  dice?: Die[];
  /** Its dice were typed in by hand. */
  entered?: boolean;
  /** Not final yet: its action still waits. */
  provisional?: boolean;
  /** The rule it cites. */
  rule?: RuleId;
  /** The whole line as a sentence. */
  say: Msg;
  /** Not seen by everyone. */
  secret?: Secret;
  /** Its number in the log, which counts on from where that was opened; 0 until it has one. */
  seq: number;
  /** Taken back later: struck through, with who did it. */
  struck?: Struck;
  /** Whom it concerns most. */
  who?: Who;
  /** The answer to "why?". */
  why?: Why;
} & (
  /** Dice fell. */
  {
    /** What came of them. */
    outcome?: Msg;
    type: "roll";
  } | 
  /** Something changed. */
  {
    type: "change";
  } | 
  /** A round, a watch or a day began: a rule across the log. */
  {
    type: "time";
  } | 
  /** The GM ruled or overruled. */
  {
    /** Why, in the GM's words. */
    reason?: string;
    /** The number of the ruling. */
    ruling?: number;
    type: "ruling";
  } | 
  /** Somebody said something. */
  {
    /** Whom they call by `@name`. */
    calls?: Seat[];
    /** What each `[[…]]` in them came to, in order; the dice are the line's. */
    rolls?: InlineRoll[];
    type: "talk";
    /** In which voice. */
    voice: Voice;
    /** The words as typed. */
    words: string;
  } | 
  /** A roll or word not everybody may see. */
  {
    /** How secret. */
    mode: SecretMode;
    type: "secret";
  } | 
  /** What this seat tried was not allowed. */
  {
    /** Why. */
    refusal: Refusal;
    type: "refusal";
  } | 
  /** Actions were taken back. */
  {
    /** How many. */
    actions: number;
    /** Dice seen or things shown stay spent. */
    crossed: boolean;
    type: "undone";
  } | 
  /** A new table was forked from here. */
  {
    /** Its name. */
    title: string;
    type: "fork";
  } | 
  /** Something hidden came to light. */
  {
    type: "reveal";
  } | 
  /** Somebody joined, left or came back. */
  {
    /** What happened. */
    presence: Presence;
    type: "people";
  } | 
  /** Dice were typed in by hand. */
  {
    type: "entered";
  });

/** A way between two places, open from both ends unless `one_way`. */
export type Link = {
  /** What it takes to go. */
  cost?: Cost;
  /** The key of one place. */
  from: string;
  /** What keeps it shut. */
  lock?: Msg;
  /** Whether there is no way back. */
  one_way?: boolean;
  /** The key of the other. */
  to: string;
};

/** The load as a whole. */
export type Load = {
  /** How much can be. */
  limit: number;
  /** How much too much. */
  over: number;
  /** How much is carried. */
  used: number;
};

/** A stretch of the log: from a place on, it reads so, and nothing follows it. */
export type LogPart = {
  /** The number of the line before these. What the page has after it is replaced. */
  from: number;
  /** The lines; each has its number as `seq`. Numbers count on from where the log was opened; older ones may be 0 and less. */
  lines: Line[];
  /** Whether there are older lines that can be asked for. */
  older?: boolean;
};

/** What somebody loses on average. */
export type LossCard = {
  /** How much, in hundredths; what is gained is less than nothing. */
  hundredths: number;
  /** Who. */
  name: string;
  /** Of what. */
  pool: string;
};

/** A table that was made. */
export type Made = {
  /** Its id in addresses. */
  id: string;
  /** What it is called. */
  title: string;
};

/** A map in squares. */
export type Map = {
  /** The names of its floors, where it has several. */
  floors?: Floor[];
  /** Rows. */
  height: number;
  /** Its layers, bottom up. */
  layers: Layer[];
  /** The floor that is drawn. */
  level: number;
  /** Columns. */
  width: number;
};

/** An area or aura, as the squares the rules found. */
export type MapArea = {
  /** Its key. */
  key: string;
  /** What it is. */
  say: Msg;
  /** Its squares, around corners too. */
  squares: Square[];
  /** Whether it is welcome. */
  tone: Tone;
};

/** A note of the GM's. */
export type MapNote = {
  /** Where. */
  at: Square;
  /** What. */
  text: string;
};

/** A mistake in a file of a pack. */
export type Mistake = {
  /** The column, counted from 1. */
  column: number;
  /** The file, with the name of its pack before it. */
  file: string;
  /** The line, counted from 1. */
  line: number;
  /** The field as a dotted path, and what is wrong with it. */
  say: string;
};

/** A whole sentence or a name. Without a key the text is its own key. */
export type Msg = {
  key?: string;
  text: string;
  values?: { [name: string]: MsgValue };
};

/** What stands in the place of a `{name}` of a sentence. */
export type MsgValue = 
  /** A number, written in the reader's way. */
  number | 
  /** A proper name or another word that is not translated. */
  string | 
  /** Several of them, joined in the reader's way. Before the word: a struct can be read from a list. */
  MsgValue[] | 
  /** A word of the game, translated on its own. */
  Msg;

/** A line in the game's own notation, taken apart. */
export type Notation = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Its parts in order. */
  parts: NotationPart[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Exact odds of a roll. */
export type NotationOdds = {
  /** The mean as a fraction. */
  mean: string;
  /** The same in words. */
  meaning: string;
  /** The roll as we write it. */
  roll: string;
  /** One row for each total, least first. */
  rows: OddsRow[];
};

/** One part of a notation. */
export type NotationPart = {
  /** What it means. */
  meaning: Msg;
  /** The rule that says so. */
  rule?: RuleId;
  /** As written. */
  text: string;
};

/** The outcomes of one action, largest first, the worst last. */
export type Odds = {
  /** What was assumed: best play, instinct, a proposal taken. */
  assumes?: Msg[];
  /** The best choice, where there is one to make. */
  best?: Msg;
  /** How the shares were found. */
  found: Found;
  /** What may come of it. */
  outcomes: Outcome[];
};

/** Odds as a block of their own. */
export type OddsBlock = {
  /** What was assumed: best play, instinct, a proposal taken. */
  assumes?: Msg[];
  /** The best choice, where there is one to make. */
  best?: Msg;
  /** How the shares were found. */
  found: Found;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** What may come of it. */
  outcomes: Outcome[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Odds as they are drawn. */
export type OddsCard = 
  /** Of a roll in notation. */
  NotationOdds & {
    type: "roll";
  } | 
  /** Of what was hoped for. */
  {
    /** How likely it is. */
    odds: Odds;
    type: "wanted";
  } | 
  /** Of what may come of an action. */
  {
    /** What is lost on average. */
    losses: LossCard[];
    /** What may come of it, the best first. */
    odds: Odds;
    type: "action";
  } | 
  /** Of the answers to a question. */
  {
    /** What was taken for granted. */
    assumes: string[];
    /** The best in a sentence: "Reroll the 2; then stop". */
    best: string;
    /** Each answer, the best first. */
    choices: ChoiceCard[];
    type: "advice";
  } | 
  /** Of every value that may change. */
  {
    /** What was taken for granted. */
    assumes: string[];
    /** How sure the shares are. */
    found: Found;
    type: "values";
    /** Each value. */
    values: ValueCard[];
  };

/** One total. */
export type OddsRow = {
  /** Its chance as a fraction. */
  chance: string;
  /** The chance of this or more in ten-thousandths, rounded. */
  or_more: number;
  /** Its chance in ten-thousandths, rounded. */
  share: number;
  /** The total. */
  total: number;
};

/** One button of "Act". */
export type OfferCard = {
  /** The block it concerns; `encounters` if somebody is met by it. */
  about?: string;
  /** For whom. */
  actor?: Who;
  /** It comes before anything else that is on offer: a hero without a weapon looks for one. */
  advised?: boolean;
  /** It changes what was chosen already: whoever fills in the rest leaves it alone. */
  again?: boolean;
  /** The command it gives, by its name in the game: "attack". */
  command: string;
  /** What it costs. */
  cost?: Cost[];
  /** What may be lost for good: asks once more before it is sent. */
  danger?: Msg;
  /** Fields of the command that need no choosing. */
  fixed?: { [name: string]: Json };
  /** The heading it stands under; the first group is what people do most. */
  group: Msg;
  /** Stable while the offer stands; blocks name it. */
  id: string;
  /** A verb: "Attack". */
  label: Msg;
  /** The form as it was filled last time, to repeat in one tap. */
  last?: { [name: string]: Json };
  /** Suggest it after so many quiet seconds of real time; the server watches the clock. */
  nudge_after?: number;
  /** Whether odds can be had. */
  odds: OfferOdds;
  /** What must be chosen, in this order. */
  params?: Param[];
  /** Why it may not be taken now. */
  refusal?: Refusal;
  /** The rule that allows it. */
  rule?: RuleId;
};

/** Whether an offer has odds. */
export type OfferOdds = 
  /** Nothing is rolled, or nothing may be told. */
  {
    type: "none";
  } | 
  /** They can be asked for. */
  {
    type: "ask";
  } | 
  /** Here they are. */
  {
    /** The odds. */
    odds: Odds;
    type: "given";
  };

/** The order of turns, of phases, or of pending effects. */
export type Order = {
  /** Who is in it, in order. */
  entries: OrderEntry[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** How to read it. */
  mode: OrderMode;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** The phases of a round. */
  phases?: Phase[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** Which round it is. */
  round?: number;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** One place in the order. */
export type OrderEntry = {
  /** Whether they have acted. */
  done?: boolean;
  /** For the GM: players do not see this entry. */
  hidden?: boolean;
  /** Their name. */
  name: Msg;
  /** Whether it is their turn. */
  now?: boolean;
  /** What put them here. */
  score?: number;
  /** Who, where it is a creature. */
  who?: Who;
};

/** How an order is read. */
export type OrderMode = 
  /** One after the other. */
  "line" | 
  /** By phases, free inside each. */
  "phases" | 
  /** Whoever has not acted may. */
  "free" | 
  /** Pending effects, last in first out. */
  "stack";

/** One outcome and its share. */
export type Outcome = {
  /** The exact fraction, such as "7/10". */
  exact?: string;
  /** What happens. */
  name: Msg;
  /** In ten-thousandths, rounded. */
  share: number;
  /** Whether it is welcome. */
  tone: Tone;
};

/** One choice still owed. */
export type Owed = {
  /** The offer that settles it. */
  offer?: string;
  /** The rule that asks for it. */
  rule?: RuleId;
  /** What. */
  what: Msg;
  /** By whom. */
  who?: Who;
};

/** Whose sheet it is. */
export type Owner = 
  /** A player's character. */
  {
    type: "hero";
    /** Which one. */
    who: Who;
  } | 
  /** Anyone else with stats. */
  {
    type: "creature";
    /** Which one. */
    who: Who;
  } | 
  /** The table: a guild, a ship, a guard rota. */
  {
    /** Which of its sheets. */
    key: string;
    type: "table";
  };

/** A content pack that a table uses. */
export type PackRow = {
  /** Its files with how many bytes each has. */
  files: [string, number][];
  /** What it is called. */
  name: string;
};

/** A paper that lies before a seat. */
export type PaperCard = {
  /** What requests name. */
  id: string;
  /** What is drawn on it. */
  picture?: PictureCard;
  /** Who sees it. For the game master. */
  shown?: Shown;
  /** What is written on it, in safe Markdown. */
  text?: string;
  /** What stands above it. */
  title: string;
};

/** A parameter of an offer or of a question. */
export type Param = {
  /** The parameter picked before this one; candidates are filtered by it. */
  after?: string;
  /** What it may be. */
  domain: Domain;
  /** What the form calls it. */
  label: Msg;
  /** The field it fills. */
  name: string;
  /** Whether it may be left out. */
  optional?: boolean;
};

/** Squares that are alike. */
export type Patch = {
  /** How high, where that matters. */
  height: number;
  /** What they are: "rubble", "dim". */
  kind: string;
  /** The same for people. */
  say: Msg;
  /** Which. */
  squares: Square[];
};

/** Somebody at the table. */
export type Person = {
  /** Whether a page of theirs is open. */
  here: boolean;
  /** The creatures they speak for, as far as this seat knows them. */
  heroes: Who[];
  /** What they are called. */
  name: string;
  /** What they are there for. */
  role: Role;
  /** Their seat. */
  seat: Seat;
  /** Whether they type in their dice. */
  types_dice: boolean;
};

/** A phase of the round. */
export type Phase = {
  /** Its name. */
  label: Msg;
  /** Whether it is this one. */
  now: boolean;
};

/** A picture, with words for those who do not see it. */
export type Picture = {
  /** What it shows. */
  alt: Msg;
  /** Where it is kept. */
  image: string;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A picture, fetched from `/api/tables/T/papers/ID/picture`. */
export type PictureCard = {
  /** What is to be seen, in words. */
  alt: string;
  /** Another mark, another picture. */
  mark: string;
};

/** A creature that plays itself. */
export type PilotCard = {
  /** Whether it looks ahead before it acts. */
  ahead?: boolean;
  /** Whether it is its turn and what comes next is for a person to say. */
  asks?: boolean;
  /** Whether it is held since something was taken back, until somebody lets it go on. */
  held?: boolean;
  /** When. */
  plays: Plays;
  /** Which. */
  who: Who;
};

/** Where a block stands on its sheet. */
export type Pin = 
  /** Always in sight. */
  "header" | 
  /** In the sheet. */
  "body" | 
  /** Behind "more". */
  "more";

/** Somebody points at a square. */
export type Ping = {
  /** Where. */
  at: Square;
  /** Who. */
  by: Seat;
};

/** Where a page stands in what it was sent. Numbers count what this seat was told, nothing else. */
export type Place = {
  /** The last update. */
  n: number;
  /** Which run of the server counted. */
  run: string;
};

/** One place. Its frame's key and label name it. */
export type Place2 = {
  /** What is known of it: "dark", "searched". */
  flags?: Msg[];
  /** Whether this seat's heroes are there. */
  here: boolean;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** Whether anyone has been there. */
  seen: boolean;
  /** How it is drawn now. */
  state?: State;
  /** Who is there. */
  who?: Who[];
  /** The terms behind its number. */
  why?: Why;
};

/** Places and the ways between them. */
export type Places = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** The ways. */
  links: Link[];
  /** The places. */
  nodes: Place2[];
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** When a creature plays itself. */
export type Plays = 
  /** This one turn. */
  "turn" | 
  /** Its turns and reactions in fights. */
  "fights" | 
  /** That, and what is harmless outside fights. */
  "always";

/** Something a person shows everybody for a moment. */
export type Point = 
  /** Look here. */
  {
    /** Where. */
    at: Square;
    type: "ping";
  } | 
  /** How far it is from one square to another, as long as it is held. */
  {
    /** From where. */
    from: Square;
    /** To where. */
    to: Square;
    type: "ruler";
  } | 
  /** The ruler is put away. */
  {
    type: "ruler_end";
  } | 
  /** A line drawn over the map. It fades after a minute unless it is pinned. */
  {
    /** On which floor. */
    level: number;
    /** Whether it stays until it is wiped off. */
    pinned: boolean;
    /** Across and down, in tenths of a square: 2 to 200 of them. */
    points: [number, number][];
    type: "draw";
  } | 
  /** Wipes off what this person has drawn; from the game master what everybody has. */
  {
    type: "wipe";
  } | 
  /** Moves everybody's camera there once. For the game master. */
  {
    /** Where. */
    at: Square;
    type: "spotlight";
  } | 
  /** Play waits, or goes on: every screen is dimmed, no time runs out, nothing plays itself. For the game master. */
  {
    /** Whether it waits. */
    on: boolean;
    type: "pause";
  };

/** A number with a maximum: hit points, actions, gems. */
export type Pool = {
  /** What it means that there is little of it. */
  filling?: Filling;
  /** How low it can go, where that is not 0. */
  floor?: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** What there can be. */
  max?: number;
  /** What is there. */
  now: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** Whether the owner spends it at will. */
  spendable?: boolean;
  /** How it is drawn now. */
  state?: State;
  /** What is on top and goes first. */
  temp?: number;
  /** The terms behind its number. */
  why?: Why;
};

/** What a person at the table did. */
export type Presence = 
  /** Sat down. */
  "joined" | 
  /** Is not answering. */
  "away" | 
  /** Is here again. */
  "back" | 
  /** Got up for good. */
  "left";

/** A price, fixed or rolled. */
export type Price = {
  /** Who set it. */
  by?: Msg;
  /** What is asked. */
  cost: Cost;
  /** Whether it was rolled. */
  rolled?: boolean;
};

/** One open question, or one this seat waits for. */
export type PromptCard = {
  /** Seats that may answer. */
  asks: Seat[];
  /** Answers that can be given beforehand from here on, for a while. */
  beforehand?: Beforehand[];
  /** What led here, outermost first: the stack of the action. */
  context?: Line[];
  /** What instinct would answer. */
  default?: Json;
  /** Changes when the question changes. */
  digest: string;
  /** What may be answered; absent for those who only wait. */
  domain?: Domain;
  /** Questions with the same group stand together on one card, a row for each creature. */
  group?: string;
  /** What an answer names. */
  id: string;
  /** How it is drawn. */
  kind: PromptKind;
  /** The window or question by name: "W1", "bid". */
  name: string;
  /** What comes of it, for the seat that is asked. */
  odds?: Odds;
  /** Nobody waits for it: a chance to speak up while another question is open. */
  optional?: boolean;
  /** The sentence. */
  question: Msg;
  /** The rule that asks. */
  rule?: RuleId;
  /** No answer is seen before all are in. */
  sealed?: boolean;
  /** What is at stake. */
  stakes: Stakes;
  /** How it comes out as things are: "Miss so far". */
  stands?: Stands;
  /** The dice it is about. */
  tray?: DiceTray;
  /** What the buttons of a question about dice say. */
  verbs?: Verbs;
  /** Seats whose answer is still waited for. */
  waits: Seat[];
  /** The creature that is asked. */
  who?: Who;
  /** The answer to "why?". */
  why?: Why;
};

/** How a question is drawn, with what its domain does not hold. */
export type PromptKind = 
  /** Faces of dice rolled by hand, group by group. */
  {
    /** What to roll. */
    groups: DiceAsked[];
    type: "type_dice";
  } | 
  /** Two buttons. */
  {
    type: "yes_or_no";
  } | 
  /** A list, each with odds and refusal. */
  {
    type: "pick_one";
  } | 
  /** Dice of the card's tray. */
  {
    type: "pick_dice";
  } | 
  /** Two dice side by side. */
  {
    new: Die;
    old: Die;
    type: "keep_old_or_new";
  } | 
  /** Steppers under targets. */
  {
    type: "spread_points";
  } | 
  /** Marks on targets that say why not. */
  {
    type: "place_marks";
  } | 
  /** A stepper. */
  {
    type: "number";
  } | 
  /** One shared card to build a roll: the roller is waited for, others may speak up. */
  {
    parts: DeclarePart[];
    roller: Seat;
    type: "declare";
  } | 
  /** The GM decides. */
  JudgeCard & {
    type: "judge";
  } | 
  /** The GM reads dice, one line each. */
  {
    dice: ReadDie[];
    judge: JudgeCard;
    type: "read_dice";
  } | 
  /** Free words. */
  {
    /** Whether the hero speaks or the player. */
    in_character: boolean;
    type: "words";
  } | 
  /** Values into slots. */
  {
    type: "assign";
  } | 
  /** A checklist with running cost. */
  {
    type: "choose_things";
  } | 
  /** A square, a path, an area or a direction. */
  {
    type: "on_the_map";
  } | 
  /** Up and down. */
  {
    type: "put_in_order";
  } | 
  /** Everybody's choice; shown once it is decided. */
  {
    /** The outcome, once it is decided. */
    outcome?: Msg;
    /** What happens on a tie. */
    tie: Msg;
    type: "vote";
    /** Who has voted. */
    voted: Seat[];
  } | 
  /** The facts about to count. */
  {
    facts: Line[];
    type: "review";
  } | 
  /** What will be lost. */
  {
    losing: Msg[];
    type: "confirm";
  } | 
  /** Somebody wishes for something. */
  {
    from: Seat;
    type: "requests";
    wish: Msg;
  };

/** A square that can be reached, and its cost. */
export type Reach = {
  /** The cheapest known way there. */
  cost: number;
  /** The square. */
  square: Square;
};

/** One die as it is read. */
export type ReadDie = {
  /** What changed it. */
  changes?: Msg[];
  /** The die. */
  die: Die;
  /** How it reads alone. */
  result: Msg;
  /** What it is worth now. */
  value: number;
};

/** One unmet requirement. */
export type Reason = {
  /** Short and stable, for programs: `no-shield`. */
  code: string;
  /** The rule that refuses; the table's own reasons (not your seat, busy) have none. */
  rule?: RuleId;
  /** What was wrong and what is allowed. */
  sentence: string;
  /** The numbers and names behind it. */
  values?: [string, Json][];
};

/** A command or answer the rules do not allow. The table is left as it was. */
export type Refusal = Reason[];

/** How a row stands to a column. */
export type Relation = {
  /** The key of the column. */
  col: string;
  /** How: "hidden from it". */
  grade: Msg;
  /** The key of the row. */
  row: string;
  /** The rule that says so. */
  rule?: RuleId;
  /** Whether that is welcome. */
  tone: Tone;
};

/** One row or column. */
export type RelationSide = {
  /** Its key. */
  key: string;
  /** Its name. */
  name: Msg;
};

/** A matrix of pairs; only pairs that say something are listed. */
export type Relations = {
  /** How they stand. */
  cells: Relation[];
  /** Of whom. */
  cols: RelationSide[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** Whose view. */
  rows: RelationSide[];
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** What a seat is there for. */
export type Role = 
  /** Runs the world; above the rules. */
  "gm" | 
  /** Speaks for heroes. */
  "player" | 
  /** A screen everybody looks at; gives no commands. */
  "display" | 
  /** Watches; gives no commands. */
  "spectator";

/** A rule or an entry of the content, in our words. */
export type RuleCard = {
  /** Who is asked what. */
  asked?: string;
  /** The table of content it is an entry of; a rule of the book has none. */
  entry_of?: string;
  /** An example. */
  example?: string;
  /** The game's name. */
  game: string;
  /** Its id. */
  id: string;
  /** What is refused. */
  refused?: string;
  /** How we read it where the source is silent or unclear. */
  ruling?: string;
  /** The section it stands in. */
  section: string;
  /** Where the source says it. */
  source?: string;
  /** House switches it hangs on: each with its values in words. */
  switches: [string, string][];
  /** What it says, in Markdown. */
  text: string;
  /** Its title. */
  title: string;
};

export type RuleId = string;

/** Rules that were found. */
export type RulesFound = {
  /** The first of them. */
  rules: RuleCard[];
  /** How many there are. */
  total: number;
};

/** A ruling as history keeps it. */
export type RulingRecord = {
  /** Who may know of it. */
  audience?: Audience;
  /** Who ruled. */
  by: Seat;
  /** Which option was taken, or "free". */
  key: string;
  /** The rule that left it open. */
  rule: RuleId;
  /** Whether it stands as a rule of this table from now on. */
  table_rule: boolean;
  /** What it was about. */
  tag: string;
  /** Whether it was taken without asking. */
  unasked: boolean;
  /** In words. */
  words: string;
};

/** Squares side by side in one row. */
export type Run = {
  /** Floor, 0 at the ground. */
  level: number;
  /** How many. */
  n: number;
  /** The first column, from 0 at the left. */
  x: number;
  /** Row, from 0 at the top. */
  y: number;
};

/** Something a seat has said beforehand to all questions of a name. */
export type SaidBefore = {
  /** What, by its id. */
  id: string;
  /** In words, as the question had it. */
  label: string;
  /** The questions, by their name. */
  question: string;
  /** Whose it is. */
  seat: Seat;
  /** When it ends. */
  until: StandingUntil;
};

/** The scene as one seat knows it. */
export type Scene = {
  /** Squares. */
  map?: Map;
  /** Rooms and areas. */
  places?: Places;
  /** What it is like, in one or two sentences. */
  say: Msg;
  /** Its name. */
  title: Msg;
};

/** A place at the table from which somebody acts. The game master's is [`Seat::GM`]. Numbers are never used again. */
export type Seat = number;

/** Who may see a secret thing besides the GM. */
export type Secret = 
  /** Nobody. */
  {
    type: "gm";
  } | 
  /** These seats too. */
  {
    /** The seats let into it. */
    seats: Seat[];
    type: "some";
  };

/** Who sees a secret roll. */
export type SecretMode = 
  /** The roller and the GM. */
  "gm" | 
  /** The GM only. */
  "blind" | 
  /** The roller only. */
  "self";

/** A browser that runs this server: it entered by the printed link. For the owner. */
export type SessionCard = {
  /** `phone` or `computer`; empty for one of an older version. */
  device: string;
  /** Its id in addresses. */
  id: string;
  /** When it entered, in milliseconds since 1970; 0 for one of an older version. */
  since: number;
  /** Whether it is the one that asks. */
  this: boolean;
};

/** A shape in whole squares. */
export type Shape = 
  /** Everything within so many squares. */
  {
    radius: number;
    type: "burst";
  } | 
  /** A wedge from its origin. */
  {
    length: number;
    type: "cone";
  } | 
  /** A straight run from its origin. */
  {
    length: number;
    type: "line";
    width: number;
  } | 
  /** A block with its origin at a corner. */
  {
    height: number;
    type: "block";
    width: number;
  };

/** A share and how far it may be off. */
export type ShareCard = {
  /** To either side, in 95 of 100 cases. */
  err: number;
  /** In ten-thousandths. */
  share: number;
};

/** A sheet. */
export type Sheet = {
  /** Its blocks in order. */
  blocks: Block[];
  /** Whose it is. */
  owner: Owner;
  /** What stands above it. */
  title: Msg;
};

/** Who sees a paper beside the game master. */
export type Shown = 
  /** Nobody: it is a note. */
  "nobody" | 
  /** Everybody, also those who come later. */
  "all" | 
  /** These seats. */
  {
    seats: Seat[];
  };

/** The line that decides, with its reason. One between two creatures is drawn while one of them is pointed at; any other always. */
export type SightLine = {
  /** The squares that decide. */
  by?: Square[];
  /** Whether there is sight. */
  clear: boolean;
  /** Who looks. */
  eye?: Who;
  /** From here, in tenths of a square. */
  from: [number, number];
  /** At whom. */
  of?: Who;
  /** What that means, in one sentence: "Goblin has high cover: the line is stopped by the wall at N8". */
  say: Msg;
  /** To there. */
  to: [number, number];
};

/** Places to carry things in. */
export type SlotGrid = {
  /** What lies in them. */
  items: SlotItem[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** The load as a whole. */
  load?: Load;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The places. */
  places: SlotPlace[];
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A thing in a place. */
export type SlotItem = {
  /** The thing. */
  id: string;
  /** Its name. */
  name: Msg;
  /** The key of its place. */
  place: string;
  /** How much room it takes. */
  units: number;
};

/** A place with room. Its frame's key and label name it. */
export type SlotPlace = {
  /** How much it holds. */
  cap: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** Tags of what it takes; empty takes anything. */
  takes?: string[];
  /** Counted in what. */
  unit: Msg;
  /** The terms behind its number. */
  why?: Why;
};

/** Points spent on one thing. */
export type Spent = {
  /** How many. */
  n: number;
  /** On what. */
  what: Msg;
};

/** A square of the map. */
export type Square = {
  /** Floor, 0 at the ground. */
  level: number;
  /** Column, from 0 at the left. */
  x: number;
  /** Row, from 0 at the top. */
  y: number;
};

/** How far a step is. */
export type Stage = 
  /** Not begun. */
  "open" | 
  /** Being done. */
  "now" | 
  /** Done, and can be gone back to. */
  "done" | 
  /** Done, and closed by a rule. */
  "locked" | 
  /** Left out. */
  "skipped";

/** What is at stake. */
export type Stakes = 
  /** Nothing rare. */
  "none" | 
  /** Something rare may be spent: defaults are never preselected. */
  "costly" | 
  /** A hero may die: never answered by the clock. */
  "mortal";

/** An answer given beforehand. */
export type Standing = {
  /** The answer. */
  answer: StandingAnswer;
  /** For which creature; all of the seat's if none is named. */
  creature: Who | null;
  /** Whose it is. */
  seat: Seat;
  /** When it ends. */
  until: StandingUntil;
};

/** What is answered. */
export type StandingAnswer = 
  /** Let it go by, where the question has such an answer. */
  {
    pass: {
      /** Also where somebody may die of it. */
      even_if_mortal: boolean;
    };
  } | 
  /** As instinct says. */
  "instinct" | 
  /** As looking ahead finds best. It knows everything, so it is for the game master's creatures alone; it takes its time, so the question is put, and whoever runs the table answers it. */
  "ahead" | 
  /** The game master takes every proposal. */
  "proposal";

/** When a standing answer ends. */
export type StandingUntil = 
  /** When it is this creature's or seat's move. */
  "my_turn" | 
  /** When it is this creature's or seat's move no more: the one move is played and no other. */
  "turn_over" | 
  /** When nobody's move is waited for any more. */
  "end_of_battle" | 
  /** When it is taken back. A creature plays itself in fights until then. */
  "revoked" | 
  /** When it is taken back. A creature plays itself until then, outside fights too as far as that is harmless. */
  "always";

/** How something comes out as things are, in a word or two. */
export type Stands = {
  /** In words. */
  say: Msg;
  /** Whether that is welcome to the seat that is asked. */
  tone: Tone;
};

/** A ready-made beginning. */
export type Start = {
  /** Its heroes. */
  heroes: string[];
  /** What it is called. */
  title: string;
};

/** How a value is marked; with nothing set it is normal. */
export type State = {
  /** The sequence number of the action that changed it just now. */
  changed?: number;
  /** Not usable now, and why. */
  off?: Refusal;
  /** Not final yet: the action still waits. */
  pending?: boolean;
  /** The ruling that set it. */
  ruled?: number;
  /** Not seen by everyone. */
  secret?: Secret;
  /** Something is there, but not what; set by the block that holds nothing else. */
  unknown?: boolean;
};

/** One step. Its frame's key and label name it. */
export type Step = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** What is still owed in it, and by whom. */
  owes?: Msg[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How far it is. */
  stage: Stage;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Steps, and which one it is now. */
export type Steps = {
  /** Whether they may be done in any order. */
  free_order?: boolean;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Which one it is, counted from 0. */
  now?: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The steps in order. */
  steps: Step[];
  /** The terms behind its number. */
  why?: Why;
};

/** What was played, as a story. */
export type StoryText = {
  /** Whether it holds by itself when it is told again. */
  holds: boolean;
  /** As TOML. What does not hold when it is told again is said in comments at its top. */
  text: string;
};

/** Who took a line back, and why. */
export type Struck = {
  /** Who. */
  by: Seat;
  /** Why, if they said. */
  reason?: string;
};

/** What an encounter at a table could be made of, beside newcomers. */
export type SurveyCard = {
  /** What can be different from how it stands. */
  circumstances: CircumstanceCard[];
  /** Everybody there who can fight. */
  fighters: FighterCard[];
};

/** A house switch. */
export type SwitchCard = {
  /** Its name. */
  name: string;
  /** The rule it changes. */
  rule: RuleId;
  /** What it decides, as people read it in place of its name. */
  title: string;
  /** What it may be, the default first; empty if any number will do. */
  values: string[];
  /** The values as people say them, in the same order. */
  words: string[];
};

/** Rows and columns. */
export type Table = {
  /** The heads of the columns. */
  head: Msg[];
  /** The row that was rolled, counted from 0. */
  hit?: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rows. */
  rows: Msg[][];
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Which table this is. */
export type TableCard = {
  /** Whether players may ask what to answer. */
  advice: boolean;
  /** After so many seconds instinct answers for whoever is asked; never, if it is absent. */
  delay?: number;
  /** The game's name, as in addresses and looks. */
  game: string;
  /** The game's name on the page. */
  game_title: string;
  /** Its id in addresses. */
  id: string;
  /** The version of the rules. */
  rules: string;
  /** What it is called. */
  title: string;
};

/** A table on the start screen. */
export type TableRow = {
  /** Whether it was put away. */
  archived: boolean;
  /** What is wrong with its records, for the owner. */
  damaged?: string;
  /** The game's name. */
  game: string;
  /** The game's name on the page. */
  game_title: string;
  /** Its id in addresses. */
  id: string;
  /** When somebody last did something, in milliseconds since 1970. */
  last_at: number;
  /** Which seat this browser has there. */
  seat: Seat;
  /** What it is called. */
  title: string;
};

/** One part of a number: a base, a bonus, a cap, a floor. */
export type Term = {
  /** What it adds; caps and floors are the difference they make. */
  amount: number;
  /** Where it comes from: an item, a feature, a creature. */
  from?: Msg;
  /** What it is, such as "Strength" or "at most 20". */
  label: Msg;
  /** The rule that says so. */
  rule?: RuleId;
};

/** Text in a safe part of Markdown. */
export type Text = {
  /** The text. */
  body: string;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** Something that can be taken, and what it costs. */
export type Thing = {
  /** What is best picked first: bolts for a crossbow that has none. */
  advised?: boolean;
  /** Its share of the budget. */
  cost: number;
  /** Fits only these picks of the parameter before it; empty fits all. */
  given?: Json[];
  /** Its name. */
  name: Msg;
  /** What would come of it. */
  odds?: Odds;
  /** What the answer holds. */
  pick: string;
  /** Why it may not be picked. */
  refusal?: Refusal;
  /** What it means, in one sentence. */
  say?: Msg;
};

/** What the server sends. */
export type ToClient = 
  /** Somebody who has knocked waits to be let in. Sent again when something of it changes. */
  {
    /** What their screen shows. */
    room: WaitingRoom;
    type: "waiting";
  } | 
  /** Everything, to begin with, or because the page was away for too long. */
  {
    /** What lies before the seat. */
    desk: Desk;
    /** The latest lines of the log. */
    log: LogPart;
    /** Where this is. */
    place: Place;
    type: "whole";
  } | 
  /** What has changed since the update before. */
  {
    /** New lines of the log. */
    log?: LogPart;
    /** The number of this update; one more than that of the last. */
    n: number;
    /** Changes of the desk, in order. */
    patch?: Change[];
    type: "update";
  } | 
  /** What was asked for is done and on disk. */
  {
    /** The page's id of it. */
    id: string;
    type: "done";
  } | 
  /** What was asked for is not allowed. Nothing has changed. */
  {
    /** The page's id of it. */
    id: string;
    /** Why. */
    refusal: Refusal;
    type: "refused";
  } | 
  /** What was asked for could not be done, and that is no matter of rules. Nothing has changed. */
  {
    /** For programs: `unreadable`, `too-large`, `too-fast`, `save`, `closing`, `odds`, `only-gm`, `away`. */
    code: string;
    /** The page's id of it, if it could be read. */
    id?: string;
    /** For people. */
    say: string;
    type: "failed";
  } | 
  /** Older lines of the log, as asked for. */
  {
    /** The page's id of the question. */
    id: string;
    /** The lines. */
    log: LogPart;
    type: "lines";
  } | 
  /** Whether a filled offer would be refused, as asked for. */
  {
    /** The page's id of the question. */
    id: string;
    /** Why, if it would. */
    refusal?: Refusal;
    type: "probed";
  } | 
  /** What somebody would see, as asked for. */
  {
    /** It, if there is anything to see. */
    glimpse?: Glimpse;
    /** The page's id of the question. */
    id: string;
    type: "looked";
  } | 
  /** What a creature would do next, as asked for. */
  {
    /** The page's id of the question. */
    id: string;
    /** It, if there is anything it could do. */
    intent?: IntentCard;
    type: "intent";
  } | 
  /** Odds, as asked for. */
  {
    /** The page's id of the question. */
    id: string;
    /** The odds. */
    odds: OddsCard;
    type: "odds";
  } | 
  /** What a fight would come to, as asked for; more may follow under the same id. */
  {
    /** The page's id of the question. */
    id: string;
    type: "verdict";
    /** What was found so far. */
    verdict: VerdictCard;
  } | 
  /** The game master reminds this seat that it is asked. */
  {
    type: "nudged";
  } | 
  /** Somebody shows everybody something for a moment. */
  {
    /** Who. */
    by: Seat;
    /** What. */
    point: Point;
    type: "pointed";
  } | 
  /** Nothing more comes on this socket. */
  {
    /** `refused`, `revoked`, `closing`, `too-fast`, `elsewhere`, `gone`. */
    code: string;
    /** For people. */
    say: string;
    type: "bye";
  };

/** Choices still owed. */
export type Todo = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** What is owed. */
  rows: Owed[];
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A hero or creature on the map. */
export type Token = {
  /** Whether they act now. */
  acting?: boolean;
  /** The square of their upper left corner. */
  at: Square;
  /** Whether their player is away. */
  away?: boolean;
  /** Where they look. */
  facing?: Direction;
  /** Drawn square for a hero, round for others. */
  hero: boolean;
  /** For the GM: not seen by the players. */
  hidden?: boolean;
  /** Stance and other marks. */
  marks?: Msg[];
  /** Their name. */
  name: Msg;
  /** How many squares across. */
  size: number;
  /** Who. */
  who: Who;
};

/** How a value is coloured and told. */
export type Tone = 
  /** Welcome. */
  "good" | 
  /** Unwelcome. */
  "bad" | 
  /** Neither. */
  "neutral";

/** A row of cells. */
export type Track = {
  /** The cells in order. */
  cells: Cell[];
  /** At how many marks its owner dies. */
  dies_at?: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** What each kind of cell means here. */
  kinds?: CellKind[];
  /** Its name. */
  label: Msg;
  /** How many marks there may be. */
  limit?: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A counter with the events along it. */
export type Tracker = {
  /** What happens along the way. */
  events?: TrackerEvent[];
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Where it ends, if the seat may know. */
  max?: number;
  /** Whether it has an end the seat may know. */
  max_known: boolean;
  /** Where it stands. */
  now: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** The path by which the GM can set it against the rules, where that is possible. */
  path?: string;
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** For the GM: which seats see it; absent where everybody does. */
  seen_by?: Seat[];
  /** What stands in the place of the number, such as an hour of the day. */
  shows?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** How it is drawn. */
  style: TrackerStyle;
  /** The terms behind its number. */
  why?: Why;
};

/** Something that happens when a tracker gets there. */
export type TrackerEvent = {
  /** Where. */
  at: number;
  /** Whether it has happened. */
  done: boolean;
  /** What. */
  text: Msg;
};

/** How a tracker is drawn. */
export type TrackerStyle = 
  /** A bar. */
  "bar" | 
  /** A clock face in segments. */
  "clock" | 
  /** A plain number. */
  "count";

/** What went wrong, with every status that is not a success. */
export type Trouble = {
  /** For programs: `unreadable`, `forbidden`, `elsewhere`, `not-found`, `too-fast`, `too-many`, `too-slow`, `too-large`, `full`, `refused`, `failed`. */
  code: string;
  /** Mistakes in the files of a pack, each with its place. */
  mistakes?: Mistake[];
  /** For people. */
  say: string;
};

/** A "?" in the place of a value. */
export type Unknown = {
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A die that stands for a supply and steps down. */
export type UsageDie = {
  /** The steps, from the largest down. */
  chain: number[];
  /** Sides of the die now; absent when the supply is gone. */
  die?: number;
  /** Stable while the thing exists; unique within its sheet. */
  key: string;
  /** Its name. */
  label: Msg;
  /** What it last showed. */
  last?: number;
  /** Ids of the offers that concern it. */
  offers?: string[];
  /** Where it stands on a sheet. */
  pin?: Pin;
  /** The rule that made it. */
  rule?: RuleId;
  /** One whole sentence for a screen reader, a terminal, or a page that does not know the block. */
  say?: Msg;
  /** How it is drawn now. */
  state?: State;
  /** The terms behind its number. */
  why?: Why;
};

/** A number and its terms. */
export type Value = {
  /** What it is made of, as far as the seat may know. */
  terms?: Term[];
  /** The number as the rules use it. */
  total: number;
};

/** What may come of one value. */
export type ValueCard = {
  /** What it is now. */
  now: string;
  /** What it may be then, the likeliest first. */
  outcomes: Outcome[];
  /** Its path, as overruling takes it. */
  path: string;
};

/** What the buttons of a question about dice say. */
export type Verbs = {
  /** To leave them all: "Keep the miss". */
  leave: Msg;
  /** To take a die; its face follows: "Reroll this". */
  take: Msg;
};

/** What was found so far. */
export type VerdictCard = {
  /** What heroes who look ahead make of it, where that was asked. Comes last, and from few fights. */
  ahead?: AheadCard;
  /** What was taken for granted. */
  assumes: string;
  /** Somebody of them dies. */
  death: ShareCard;
  /** Whether nothing more follows. */
  done: boolean;
  /** Everybody: what they are called, whether they are heroes, how often they died. */
  fighters: [string, boolean, ShareCard][];
  /** How many fights were counted. */
  fights: number;
  /** Seconds that what is being fought out now takes at the most. */
  left: number;
  /** How many are counted at the most; it is often sure before. */
  most: number;
  /** The middle of all fights took so many rounds; one in ten less than the first, one in ten more than the last. */
  rounds: [number, number, number];
  /** In a sentence. */
  sentence: string;
  /** In a word: `safe`, `risky`, `deadly`, `grim`, `hopeless`. */
  verdict: string;
  /** All of them fall. */
  wiped: ShareCard;
  /** The same fights without one of a kind. Comes after everything by instinct. */
  without: WithoutCard[];
  /** The heroes win. */
  won: ShareCard;
};

/** All that one seat may see. */
export type View = {
  /** The latest lines, provisional ones last. */
  lines?: Line[];
  /** What this seat could do. */
  offers?: OfferCard[];
  /** Whose turn it is. */
  order?: Order;
  /** Questions, the deepest first. */
  prompts?: PromptCard[];
  /** Where it happens. */
  scene?: Scene;
  /** Whose view. */
  seat: Seat;
  /** Heroes, creatures and the table's own. */
  sheets: Sheet[];
  /** What is still to be resolved, last in first out. */
  stack?: Order;
  /** The name of the table. */
  title: Msg;
  /** What this seat owes while play goes on. */
  todo?: Todo;
  /** Counters everyone here may see. */
  trackers?: Tracker[];
  /** Dice on the table now. */
  tray?: DiceTray;
  /** Who is waited for, as far as this seat may know. */
  waiting_for?: Waiting[];
};

/** How words are meant. */
export type Voice = 
  /** A hero speaks. */
  {
    type: "in_character";
  } | 
  /** A player speaks. */
  {
    type: "out_of_character";
  } | 
  /** A hero does something, told in words. */
  {
    type: "emote";
  } | 
  /** Only these seats hear it. */
  {
    /** To whom. */
    to: Seat[];
    type: "whisper";
  };

/** Somebody who is waited for. */
export type Waiting = {
  /** Whether their answer is in. */
  answered?: boolean;
  /** "Waiting for Di." */
  say: Msg;
  /** Which seat, where this seat may know. */
  seat?: Seat;
  /** The creature that is asked, if it is one and this seat knows it. */
  who?: Who;
};

/** An action that waits for somebody. */
export type WaitingAction = {
  /** Its number. */
  action: number;
  /** Whether it can go on; otherwise it is started afresh or dropped. */
  fits: boolean;
};

/** The waiting room as somebody in it sees it. */
export type WaitingRoom = {
  /** The game's name, for its look. */
  game: string;
  /** The game's name on the page. */
  game_title: string;
  /** What the game master is called. */
  gm: string;
  /** Whether a page of the game master's is open, so that somebody is told. */
  gm_here: boolean;
  /** What they call themselves. */
  name: string;
  /** Their sign: "amber owl". */
  sign: string;
  /** What the table is called. */
  title: string;
};

/** What an item has left. */
export type Wear = {
  /** What it is: durability, ammunition, charges. */
  label: Msg;
  /** What it can hold. */
  max: number;
  /** What is left. */
  now: number;
};

/** What "why?" opens under a value or a line. */
export type Why = {
  /** House switches in force that are not at their default. */
  house?: Msg[];
  /** The outcome in one sentence. */
  outcome?: Msg;
  /** The rules behind it, the most telling first. */
  rules?: RuleId[];
  /** Rulings that were used. */
  rulings?: number[];
  /** The number with its terms. */
  value?: Value;
};

/** What one creature less would do. */
export type WithoutCard = {
  /** Somebody of the heroes dies then. */
  death: ShareCard;
  /** What was changed. */
  what: string;
  /** All of them fall then. */
  wiped: ShareCard;
};

/** Who is looking. */
export type You = {
  /** How much they want to be asked. */
  asks: Asks;
  /** Heroes nobody plays: one of them can be taken by `hand`. */
  free_heroes: Who[];
  /** The creatures they speak for. */
  heroes: Who[];
  /** What they are called. */
  name: string;
  /** Which of their creatures play themselves; to the game master, which of all do. */
  pilots?: PilotCard[];
  /** Whether this is the game master looking through somebody's eyes: nothing can be done from here. */
  preview?: boolean;
  /** What they are there for. */
  role: Role;
  /** What they have said beforehand to questions of a name. */
  said_before?: SaidBefore[];
  /** The seat. */
  seat: Seat;
  /** What they have answered beforehand. */
  standing: Standing[];
  /** Whether they may say something. */
  talks: boolean;
  /** Whether they roll real dice and type them in. */
  types_dice: boolean;
};
