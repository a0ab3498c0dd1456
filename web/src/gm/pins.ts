//! The GM's secrets as pins: each line of what a game tells the GM alone, put where it belongs. A line that names a square
//! stands there, one that names somebody stands at them, one that begins with a place stands in it; the rest is about
//! the place one is in. Players are never sent any of it.
import type { Map as MapOf, OfferCard, Scene, Sheet, Square, Who } from '../protocol';
import { m } from '../words';

export type PinAt = { square: Square } | { who: Who } | { place: string } | { here: true };

export interface SecretPin {
  /** Stays the same while the words do. */
  id: string;
  n: number;
  at: PinAt;
  /** Where it is, in words. */
  where: string;
  title: string;
  say: string;
}

interface Named {
  who: Who;
  name: string;
}

/** Words that may stand for a name of several: its last one, if nobody else has it. */
function callings(names: readonly Named[]): [string, Who, string][] {
  const whole = names.map((one): [string, Who, string] => [one.name, one.who, one.name]);
  const last = names.flatMap((one): [string, Who, string][] => {
    const word = one.name.split(' ').at(-1) ?? '';
    const alone = names.filter((other) => other.name.split(' ').includes(word)).length === 1;
    return alone && word.length > 3 && word !== one.name && /^\p{Lu}/u.test(word)
      ? [[word, one.who, one.name]]
      : [];
  });
  return [...whole, ...last].sort((a, b) => b[0].length - a[0].length);
}

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const says = (text: string, word: string) =>
  new RegExp(`(^|[^\\p{L}])${escaped(word)}($|[^\\p{L}])`, 'u').test(text);

/** "Q8" on a map that has such a square. */
function squareIn(text: string, map: MapOf | undefined): Square | undefined {
  const found = map && /(?:^|[^\p{L}\d])([A-Z])(\d{1,2})(?=$|[^\p{L}\d])/u.exec(text);
  if (!found) return undefined;
  const at = { level: map.level, x: found[1]!.charCodeAt(0) - 65, y: Number(found[2]) - 1 };
  return at.x < map.width && at.y >= 0 && at.y < map.height ? at : undefined;
}

/** The first sentence stands above the rest. */
function headed(text: string): { title: string; say: string } {
  const end = /[.:;](?=\s|$)/.exec(text);
  const title = end ? text.slice(0, end.index + 1) : text;
  return { title: title.replace(/[:;]$/, ''), say: text.slice(title.length).trim() };
}

/** Blocks of the table's own pages that are the GM's alone and hold words. */
export function secretLines(sheets: readonly Sheet[]): { key: string; text: string }[] {
  return sheets.flatMap((sheet) =>
    sheet.owner.type !== 'table'
      ? []
      : sheet.blocks.flatMap((block) => {
          if (block.type !== 'text' || block.state?.secret?.type !== 'gm') return [];
          const lines = block.body.split('\n').map((line) => line.replace(/^[-*]\s+/, '').trim());
          return lines.filter((line) => line !== '').map((text) => ({ key: block.key, text }));
        }),
  );
}

export function pins(sheets: readonly Sheet[], scene: Scene | undefined): SecretPin[] {
  const map = scene?.map;
  const tokens = (map?.layers ?? []).flatMap((layer) => (layer.type === 'tokens' ? layer.tokens : []));
  const known = callings(tokens.map((token) => ({ who: token.who, name: m(token.name) })));
  const places = scene?.places?.nodes ?? [];
  const noted = (map?.layers ?? []).flatMap((layer) => (layer.type === 'notes' ? layer.notes : []));
  const found: Omit<SecretPin, 'n'>[] = noted.map((note) => ({
    id: `note:${note.at.level},${note.at.y},${note.at.x}:${note.text}`,
    at: { square: note.at },
    where: '',
    ...headed(note.text),
  }));
  for (const { key, text } of secretLines(sheets)) {
    const place = places.find((one) => text.startsWith(`${m(one.label)}:`));
    const square = squareIn(text, map);
    const who = known.find(([word]) => says(text, word));
    const at: PinAt = place
      ? { place: place.key }
      : square
        ? { square }
        : who
          ? { who: who[1] }
          : { here: true };
    const body = place ? text.slice(m(place.label).length + 1).trim() : text;
    found.push({
      id: `${key}:${text}`,
      at,
      where: place ? m(place.label) : square ? '' : who ? who[2] : '',
      ...headed(body),
    });
  }
  return found.map((pin, at) => ({ ...pin, n: at + 1 }));
}

/** What of the GM's offers goes with a secret: those whose own words, or whose thing, it speaks of. */
export function actionsFor(pin: SecretPin, offers: readonly OfferCard[]): OfferCard[] {
  const text = `${pin.where}. ${pin.title} ${pin.say}`.toLowerCase();
  const plain = new Set([
    'the',
    'let',
    'go',
    'off',
    'call',
    'for',
    'bring',
    'begin',
    'give',
    'say',
    'who',
    'what',
  ]);
  return offers
    .filter((offer) => offer.actor === undefined && !offer.refusal && offer.command !== 'house')
    .map((offer) => {
      const named = m(offer.label)
        .split(' ')
        .filter((word) => !plain.has(word.toLowerCase()));
      const hits = named.filter((word) => word.length > 3 && says(text, word.toLowerCase()));
      return { offer, share: named.length === 0 ? 0 : hits.length / named.length };
    })
    .filter((one) => one.share > 0.5)
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map((one) => one.offer);
}
