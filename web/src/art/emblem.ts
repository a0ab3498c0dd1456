//! Which emblem somebody bears: by the words of their name, then by what their sheet calls them, else by chance of the
//! name, so that it is the same on every screen. Which shapes there are is in `emblems.json` beside the script.
import { mixed } from '../stage/crest';
import type { Side } from '../stage/side';

/** The first that fits is taken, so what is told apart more finely stands first. */
const WORDS: readonly [RegExp, string][] = [
  [/goblin (hex|night|boss|sneak|king)|hobgoblin/, 'goblin-head'],
  [/goblin|kobold/, 'goblin'],
  [/rat\b|rats\b|mouse/, 'rat'],
  [/werewol/, 'werewolf'],
  [/dire wolf|grey wolf/, 'direwolf'],
  [/wol(f|ves)|hound/, 'wolf-head'],
  [/dog\b/, 'sitting-dog'],
  [/bear\b/, 'bear-head'],
  [/boar|swine|pig\b/, 'boar'],
  [/spider|brood/, 'hanging-spider'],
  [/centipede/, 'centipede'],
  [/\bbats?\b/, 'evil-bat'],
  [/flock|raven|crow\b/, 'raven'],
  [/viper|snake|serpent/, 'snake'],
  [/crab/, 'crab'],
  [/drake|dragon|wyrm/, 'spiked-dragon-head'],
  [/worm|leech|maggot/, 'worm-mouth'],
  [/kraken|tentacle|lurker|horror/, 'kraken-tentacle'],
  [/drowned|deckhand|merfolk/, 'fish-monster'],
  [/ooze|jelly|slime|blob/, 'slime'],
  [/gnoll|hyena/, 'hyena-head'],
  [/lizard/, 'lizardman'],
  [/horse|mule|pony/, 'horse-head'],
  [/\bcat\b|panther|lynx/, 'cat'],
  [/beetle|insect|bug\b/, 'beetle-shell'],
  [/\borc/, 'orc-head'],
  [/ogre/, 'ogre'],
  [/troll/, 'troll'],
  [/giant\b/, 'giant'],
  [/hulk|brute/, 'brute'],
  [/minotaur/, 'minotaur'],
  [/barrow|wight|lich|drowned knight|abbot/, 'crowned-skull'],
  [/skeleton|dry bones|bone guard|bones\b/, 'skeleton'],
  [/zombie|corpse|undead|ghoul|mindless/, 'shambling-zombie'],
  [/mummy/, 'mummy-head'],
  [/shade|wail|banshee/, 'spectre'],
  [/ghost|spirit|incorporeal|wraith/, 'floating-ghost'],
  [/vampire/, 'vampire-dracula'],
  [/tormentor|devil/, 'devil-mask'],
  [/\bimp\b|lesser demon|ripling/, 'imp-laugh'],
  [/demon|fiend/, 'daemon-skull'],
  [/mimic|coffer|chest/, 'mimic-chest'],
  [/animated armou?r|golem|statue/, 'metal-golem-head'],
  [/clockwork|sentry|robot/, 'vintage-robot'],
  [/drone/, 'spider-bot'],
  [/alien|void|pink creature/, 'alien-stare'],
  [/elemental|flame|fire/, 'fire-silhouette'],
  [/tree|bog\b|moss/, 'tree-face'],
  [/eye\b/, 'eyeball'],
  [/crossbow/, 'crossbow'],
  [/archer|bowman|hunter|ranger|slinger/, 'bowman'],
  [/pirate|captain|smuggler|sailor/, 'pirate-captain'],
  [/bandit|cutthroat|outlaw|raider|scoundrel/, 'bandit'],
  [/thug|tough|street|urchin|con artist/, 'robber'],
  [/thief|rogue|burglar|locksmith|sneak/, 'hooded-figure'],
  [/assassin|ninja|spy/, 'ninja-head'],
  [/halfling|courier|runner/, 'run'],
  [/cult|vigil|adept|acolyte|hooded|warlock/, 'warlock-hood'],
  [/witch|hag\b|hex/, 'witch-face'],
  [/wizard|\bmage|sorcer|professor|arcan|magic/, 'wizard-face'],
  [/cleric|mother|nun|abbess|sister of/, 'nun-face'],
  [/priest|brother|monk|prophet|temple/, 'sun-priest'],
  [/dwar(f|ves)/, 'dwarf-face'],
  [/\bel(f|ves)\b/, 'woman-elf-face'],
  [/barbarian|berserk|savage/, 'barbarian'],
  [/rides|rider|cavalry|mounted/, 'mounted-knight'],
  [/knight|paladin|sworn|squire/, 'visored-helm'],
  [/militia|guard|watch|soldier|sentinel/, 'black-knight-helm'],
  [/police|security|constable/, 'police-officer-head'],
  [/nurse|surgeon|medic|rescuer|physician/, 'nurse-female'],
  [/doctor|scientist|engineer|technician/, 'doctor-face'],
  [/astronaut|star marine|marine|pilot|starjacker|space/, 'astronaut-helmet'],
  [/cyborg|android/, 'cyborg-face'],
  [/musician|bard|minstrel|singer/, 'lyre'],
  [/farmer|gardener|peasant|cook\b/, 'farmer'],
  [/miner|delver|digger/, 'miner'],
  [/smith|wright/, 'anvil'],
  [/plague/, 'gas-mask'],
  [/\b(king|queen|margrave|lord|lady)\b/, 'king'],
  [/viking|north/, 'viking-head'],
  [/warrior|fighter|veteran|mercenary|duelist|swash/, 'swordwoman'],
  [/beast|animal/, 'direwolf'],
];

/** For names that say nothing. Nobody is drawn as what they are not: these are people, or a mere shape. */
const HEROES: readonly string[] = [
  'swordwoman',
  'cowled',
  'barbarian',
  'hooded-figure',
  'visored-helm',
  'swordman',
  'viking-head',
  'rogue',
  'elf-helmet',
  'mounted-knight',
  'bowman',
  'woman-elf-face',
];
const FOES: readonly string[] = ['bandit', 'warlock-hood', 'robber', 'black-knight-helm', 'death-skull'];
const OTHERS: readonly string[] = ['person', 'compass', 'lantern-flame', 'chess-knight'];

function named(words: string): string | undefined {
  const small = words.toLowerCase();
  return WORDS.find(([pattern]) => pattern.test(small))?.[1];
}

/** `kind` is what a sheet calls them: class, species, profession. */
export function emblemOf(name: string, side: Side, kind = ''): string {
  // A letter or number that tells two alike apart makes no other emblem.
  const alike = name.replace(/\s+([a-z]|\d+)$/i, '');
  const among = side === 'ours' ? HEROES : side === 'theirs' ? FOES : OTHERS;
  return named(alike) ?? named(kind) ?? among[(mixed(alike) >>> 8) % among.length]!;
}
