//! Which kind of ground a game's words mean, so that it can be drawn. Words nobody knows are plain floor.
import { KINDS, type Kind } from './paint/drawing';

const WORDS: readonly [RegExp, Kind][] = [
  [/^(wall|rock|stone wall)$/, 'rock'],
  [/trap|snare/, 'trap'],
  [/\bfind\b|cache/, 'find'],
  [/exit|way out|stairs/, 'exit'],
  [/advantage/, 'advantage'],
  [/deep|weir|current/, 'deep'],
  [/water|ford|river|stream|pool|shallow/, 'water'],
  [/plank|bridge|jetty|deck|wood|platform|ladder/, 'planks'],
  [/brush|thicket|undergrowth|bush|hedge|bramble/, 'brush'],
  [/grass|field|meadow|moss/, 'grass'],
  [/mud|swamp|bog|marsh/, 'mud'],
  [/rubble|difficult|debris|scree|ruin/, 'rubble'],
  [/straw|hay|rushes/, 'straw'],
  [/high.cover|palisade|pillar|column/, 'palisade'],
  [/low.cover|crate|chest|barrel|table|cart/, 'crate'],
  [/fire|brazier|flame|burn/, 'fire'],
  [/smoke|fog|gas|mist/, 'smoke'],
];

/** Nothing where the word says no more than that there is floor. */
export function kindOfGround(word: string): Kind | undefined {
  const small = word.toLowerCase();
  return WORDS.find(([pattern]) => pattern.test(small))?.[1];
}

export const index = (kind: Kind): number => KINDS.indexOf(kind);
