// What a page sends. Made from the Rust types by `cargo xtask protocol`; do not edit.

/** Any JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A hero or any other creature, by its number at this table. */
export type Who = number;

/** A command being carried out, by number. Numbers are never used again. */
export type ActionId = number;

/** What the game master says to a knock. */
export type Admit = 
  /** Come in. */
  {
    let_in: {
      /** As `player`, `display` or `spectator`. */
      role: Role;
      /** On this seat, taking it over; on a free one if none is named. */
      seat?: Seat | null;
    };
  } | 
  /** Not now: they may knock again. */
  "not_now" | 
  /** This browser may not knock here again. */
  "block";

/** How much a seat wants to be asked. */
export type Asks = 
  /** Every time there is a question. */
  "every" | 
  /** Where there is something to choose. */
  "matters" | 
  /** Only where a hero may die; instinct answers the rest. */
  "mortal";

/** Who may talk and read along beside the game master and the players. */
export type Chat = {
  /** Whether displays show what is said. */
  displays?: boolean;
  /** Whether spectators may say something. */
  spectators?: boolean;
};

/** An invitation: what stands behind the `#` of a link, or the short code somebody read out. */
export type DoorKey = 
  /** From a link. */
  {
    link: {
      /** What stood behind the `#`. */
      secret: string;
      /** The table of the address. */
      table: string;
    };
  } | 
  /** Typed in: `K7QM-2XRT`. */
  {
    code: string;
  };

/** The secret of the link that the program printed. */
export type EnterBody = {
  /** As it stands behind the `#`. */
  key: string;
};

/** Whether something is so. */
export type Flag = {
  /** Whether. */
  on: boolean;
};

/** A table that begins where another stands or stood. */
export type ForkBody = {
  /** Before this action; as it stands now if none is named. */
  before?: ActionId | null;
  /** What it is called. */
  title: string;
};

/** A knock at a table's door. */
export type KnockBody = {
  /** By which invitation. */
  key: DoorKey;
  /** What they call themselves: 1 to 40 characters. */
  name: string;
};

/** How much the table asks about a rule of judgement. */
export type Level = 
  /** Ask the first time; then take the last ruling on the same tag. */
  "suggest" | 
  /** Ask every time. */
  "ask" | 
  /** Take the proposal without asking. */
  "apply";

/** The kinds of picture that every browser draws and none runs. */
export type Media = 
  /** `image/png`. */
  "png" | 
  /** `image/jpeg`. */
  "jpeg" | 
  /** `image/webp`. */
  "webp" | 
  /** `image/gif`. */
  "gif";

/** A new table. */
export type NewTableBody = {
  /** The game's name. */
  game: string;
  /** House switches that differ from the default. */
  house?: { [name: string]: Json };
  /** Content packs of one's own. */
  packs?: Pack[];
  /** Instead of a beginning or a stage: what the game has ready, with its scene set. */
  play?: boolean;
  /** A beginning of one's own, as stories write it. */
  stage?: Json;
  /** The title of a ready-made beginning; a blank table if none is named. */
  start?: string | null;
  /** What it is called; a ready-made beginning has a title of its own. */
  title?: string | null;
};

/** What odds are asked of. */
export type OddsOf = 
  /** A roll in the notation people type. */
  {
    /** Such as `4d6kh3`. */
    notation: string;
    type: "roll";
  } | 
  /** A filled offer. A player learns no more from it than they know already. */
  {
    /** Whether everybody plays best for or against it, rather than by instinct. */
    best?: boolean;
    /** The command. */
    command: Json;
    type: "command";
    /** What is hoped for: values by their path, or bounds (`{"at_most": 0}`). If nothing is said, what may come of every value is told. */
    want?: { [name: string]: Json };
  } | 
  /** What may come of a filled offer, in the words of its game. A player learns no more from it than they know. */
  {
    /** The command. */
    command: Json;
    /** Whether everybody goes by instinct, rather than at their best. */
    instinct?: boolean;
    type: "action";
  } | 
  /** What to answer to a question that is put to this seat. */
  {
    /** The question, by the id of its card. */
    prompt: string;
    type: "prompt";
  };

/** One request to a table. */
export type Op = 
  /** Carry out a command of the game. Creatures and items may be given by name. */
  {
    command: Json;
  } | 
  /** Answer a prompt: an answer, a ruling (its key, or `{ "free": words, "like": key }`), or faces of dice rolled by hand. */
  {
    answer: {
      /** Which prompt. */
      prompt: PromptId;
      /** What is said. */
      say: Json;
      /** Whether a ruling is to be a rule of the table. */
      table_rule?: boolean;
    };
  } | 
  /** Answer several prompts of one action in the same breath. If one of the answers is wrong, none counts. */
  {
    answers: Saying[];
  } | 
  /** Let instinct answer, because the table's delay ran out. Given by whoever runs the table. */
  {
    delay: {
      /** Which prompt. */
      prompt: PromptId;
    };
  } | 
  /** Forget a waiting action. */
  {
    cancel: {
      /** Which. */
      action: ActionId;
    };
  } | 
  /** Start a waiting action afresh that no longer fits. */
  {
    afresh: {
      /** Which. */
      action: ActionId;
    };
  } | 
  /** Take back finished actions: the last one, or all from one on. */
  {
    undo: {
      /** The first to take back. */
      from?: ActionId | null;
      /** Why. */
      reason?: string | null;
    };
  } | 
  /** Have back what was taken back last, with its dice, as long as nothing happened since. */
  "redo" | 
  /** Set a value against the rules. */
  {
    overrule: {
      /** Which, as stories address it: `Goblin.hp`. */
      path: string;
      /** Why. */
      reason: string;
      /** To what. */
      value: Json;
    };
  } | 
  /** Answer beforehand. */
  {
    stand: {
      /** What. */
      answer: StandingAnswer;
      /** For one creature, or all the seat speaks for. */
      creature?: Who | null;
      /** How long. */
      until: StandingUntil;
    };
  } | 
  /** Take that back. */
  {
    stand_no_more: {
      /** For which creature. */
      creature?: Who | null;
    };
  } | 
  /** Let creatures go on that play themselves and are held since something was taken back: the GM all, a player their own. */
  "go_on" | 
  /** Say whether the party plays on without people while all of it plays itself always. For the game master. */
  {
    play_on: {
      /** Whether. */
      on: boolean;
    };
  } | 
  /** Say how much one wants to be asked; the game master also for everybody who has not said it. */
  {
    asks: {
      /** How much. */
      asks: Asks;
      /** For everybody, and not for oneself. */
      everybody?: boolean;
    };
  } | 
  /** Say something beforehand to all questions of a name. One of them must be open and offer it. */
  {
    beforehand: {
      /** What, by its id. */
      id: string;
      /** The questions, by their name. */
      question: string;
      /** How long. */
      until: StandingUntil;
    };
  } | 
  /** Take that back. */
  {
    beforehand_no_more: {
      /** What, by its id. */
      id: string;
      /** The questions, by their name. */
      question: string;
    };
  } | 
  /** Say how much is to be asked about judgement. */
  {
    level: {
      /** How much. */
      level: Level;
      /** For one rule, or for all without their own. */
      rule?: RuleId | null;
    };
  } | 
  /** Say whether the game master reviews actions before they count. */
  {
    review: {
      /** Whether. */
      on: boolean;
    };
  } | 
  /** Say whether players may ask what to answer. */
  {
    advice: {
      /** Whether. */
      on: boolean;
    };
  } | 
  /** Seat somebody. */
  {
    sit: {
      /** Who. */
      info: SeatInfo;
      /** Where. */
      seat: Seat;
    };
  } | 
  /** Free a seat for good: nobody sits there again. */
  {
    leave: {
      /** Which. */
      seat: Seat;
    };
  } | 
  /** Say something. Undo never takes it back. `@name` calls somebody who sits here, `[[2d6]]` rolls. */
  {
    say: {
      /** In which voice, and to whom. */
      voice: Voice;
      /** The creature that speaks. */
      who?: Who | null;
      /** 1 to 2000 characters. */
      words: string;
    };
  } | 
  /** Roll dice that no rule asked for. Undo never takes it back. */
  {
    roll: {
      /** What real dice showed, in order, if they were rolled by hand. */
      entered?: number[] | null;
      /** What for: at most 200 characters. */
      label?: string | null;
      /** Who sees it; everybody if nothing is said. */
      mode?: SecretMode | null;
      /** Such as `2d6+1`. */
      notation: string;
    };
  } | 
  /** Hand a hero to a seat: the GM any, a player one that nobody plays to themselves. */
  {
    hand: {
      /** Who plays it from now on. */
      to: Seat;
      /** The hero. */
      who: Who;
    };
  } | 
  /** Say who may talk and read along beside the players. For the game master. */
  {
    chat: Chat;
  } | 
  /** Write a paper, or write one anew. It is a note for the game master's eyes until it is shown. */
  {
    write: {
      /** What is on it. */
      body: PaperBody;
      /** Its id: 1 to 40 letters, digits, `-` or `_`, drawn by chance rather than counted. */
      paper: string;
      /** What stands above it: 1 to 80 characters. */
      title: string;
    };
  } | 
  /** Show a paper to all, to some, or to nobody any more. */
  {
    show: {
      /** Which. */
      paper: string;
      /** To whom. */
      to: Shown;
    };
  } | 
  /** Throw a paper away. */
  {
    discard: {
      /** Which. */
      paper: string;
    };
  } | 
  /** Use a content pack from now on, beside those in use. For the game master. */
  {
    add_pack: {
      /** The name and text of each file. */
      files: [string, string][];
      /** What it is called. */
      name: string;
    };
  } | 
  /** Write a file of the table's own pack, write it anew, or take it back. For the game master. */
  {
    write_row: OwnFile;
  } | 
  /** Mix words of one's own into the dice to come. */
  {
    contribute: {
      /** Anything. */
      text: string;
    };
  };

/** A file of the table's own pack, as it was written. */
export type OwnFile = {
  /** Its name, without `.toml`: `creatures/ash-wolf`; `adventures/home/cellar` adds rows to the adventure `home`. */
  file: string;
  /** What stands in it; nothing takes it back. */
  text?: string | null;
};

/** A content pack: its files as text. */
export type Pack = {
  /** The name and text of each file. */
  files: [string, string][];
  /** What it is called. */
  name: string;
};

/** What is on a paper. */
export type PaperBody = 
  /** Words in safe Markdown, up to 20,000 characters. */
  {
    text: string;
  } | 
  /** A picture. */
  {
    picture: Picture;
  };

/** A picture. */
export type Picture = {
  /** What is to be seen, in words, for those who cannot. */
  alt: string;
  /** The file in base64. */
  data: string;
  /** What kind of file. */
  media: Media;
};

/** Where a page stands in what it was sent. Numbers count what this seat was told, nothing else. */
export type Place = {
  /** The last update. */
  n: number;
  /** Which run of the server counted. */
  run: string;
};

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
    level?: number;
    /** Whether it stays until it is wiped off. */
    pinned?: boolean;
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

/** One open question of one action: an answer names it, for one seat may hold several. */
export type PromptId = string;

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

export type RuleId = string;

/** One answer among several. */
export type Saying = {
  /** Which prompt. */
  prompt: PromptId;
  /** What is said. */
  say: Json;
};

/** A place at the table from which somebody acts. The game master's is [`Seat::GM`]. Numbers are never used again. */
export type Seat = number;

/** Who sits on a seat. */
export type SeatInfo = {
  /** What they are called. */
  name: string;
  /** What they are there for. */
  role: Role;
  /** Whether they roll real dice and type them in. */
  types_dice?: boolean;
};

/** Who sees a secret roll. */
export type SecretMode = 
  /** The roller and the GM. */
  "gm" | 
  /** The GM only. */
  "blind" | 
  /** The roller only. */
  "self";

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

/** A square of the map. */
export type Square = {
  /** Floor, 0 at the ground. */
  level?: number;
  /** Column, from 0 at the left. */
  x: number;
  /** Row, from 0 at the top. */
  y: number;
};

/** What is answered. */
export type StandingAnswer = 
  /** Let it go by, where the question has such an answer. */
  {
    pass: {
      /** Also where somebody may die of it. */
      even_if_mortal?: boolean;
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

/** What a page sends. An `id` is chosen by the page (1 to 40 letters, digits, `-` or `_`), stays the same when the message is sent again, and is never used for anything else: whatever carries it happens once. */
export type ToServer = 
  /** The first message on every socket. */
  {
    /** Where the page stood before the connection was lost. */
    since?: Place | null;
    type: "hello";
  } | 
  /** Asks something of the table: a command, an answer, undo, words, and so on. */
  {
    /** The page's id of it. */
    id: string;
    /** What. */
    op: Op;
    type: "do";
  } | 
  /** Has chance make the hero that this seat has begun, or a new one. */
  {
    /** The page's id of it. */
    id: string;
    /** What a new one is called, if not by chance. */
    name?: string | null;
    type: "roll_hero";
    /** The hero being made; a new one if none is named. */
    who?: Who | null;
  } | 
  /** Opens the dice used so far for everybody to check. For the game master. */
  {
    /** The page's id of it. */
    id: string;
    type: "reveal";
  } | 
  /** Shows the offers of these creatures too, beside those of one's own. For the game master. */
  {
    /** The creatures. */
    actors: Who[];
    type: "watch";
  } | 
  /** Whether a filled offer would be refused. Changes nothing. */
  {
    /** The command. */
    command: Json;
    /** The page's id of the question. */
    id: string;
    type: "probe";
  } | 
  /** What somebody this seat speaks for would see from another square. Changes nothing. */
  {
    /** From where. */
    from: Square;
    /** The page's id of the question. */
    id: string;
    type: "look";
    /** Who. */
    who: Who;
  } | 
  /** Asks what a creature would do next if it were left to itself. For the game master. Changes nothing. */
  {
    /** The page's id of the question. */
    id: string;
    type: "intent";
    /** Who. */
    who: Who;
  } | 
  /** Asks for odds. Changes nothing; one question at a time. */
  {
    /** The page's id of the question. */
    id: string;
    /** Of what. */
    of: OddsOf;
    type: "odds";
  } | 
  /** Asks what a fight of everybody here with these newcomers would come to. For the game master; answered with `verdict` again and again until it is sure enough. A new question takes the place of the last. */
  {
    /** Those at the table who take no part. */
    absent?: Who[];
    /** Whether it is also fought by heroes who look ahead. Takes longer. */
    ahead?: boolean;
    /** Newcomers: the id of an entry, and how many of it. */
    creatures: [string, number][];
    /** What else is different, by the names of circumstances and choices. */
    given?: { [name: string]: string };
    /** The page's id of the question. */
    id: string;
    /** Whether the heroes have rested before, rather than as they are now. */
    rested?: boolean;
    type: "verdict";
  } | 
  /** What was found so far is enough. */
  {
    type: "enough";
  } | 
  /** Asks for lines of the log before a place. */
  {
    /** Lines before this one (by `seq`). */
    before: number;
    /** At most so many, up to 200. */
    count: number;
    /** The page's id of the question. */
    id: string;
    type: "lines";
  } | 
  /** Reminds somebody that they are asked. For the game master. */
  {
    /** Whom. */
    seat: Seat;
    type: "nudge";
  } | 
  /** Shows everybody something for a moment: passed on, never kept. */
  {
    /** What. */
    point: Point;
    type: "point";
  } | 
  /** After so many seconds instinct answers whoever is asked; never, if it is absent. For the game master. */
  {
    /** 10 to 600. */
    seconds?: number | null;
    type: "delay";
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
