//! A small picture for an action, by the words a game uses for it. A game's own choice comes later; until then what
//! an action is called is a good guess, and a plain die where it is not.
import type { OfferCard } from '../protocol';
import type { IconName } from '../shell/Icon.svelte';
import { m } from '../words';

const WORDS: readonly [RegExp, IconName][] = [
  [/end.?turn|done|finish/, 'check'],
  [/begin.?turn|start.?turn|ready/, 'start'],
  [/flee|run away|retreat|leave|climb out/, 'flee'],
  [/fight|battle|ambush|initiative/, 'swords'],
  [/shoot|fire at|bow|aim|throw|ranged|volley/, 'bow'],
  [/attack|strike|hit|stab|slash|charge|swing/, 'sword'],
  [/guard|block|parry|defend|shield|brace|dodge|evade|cover|protect/, 'shield'],
  [/cast|spell|magic|pray|miracle|ritual|insight/, 'spark'],
  [/hide|sneak|stealth/, 'eyeOff'],
  [/search|look|listen|spot|scout|inspect|examine|read/, 'search'],
  [/open|door|unlock|lock|force/, 'door'],
  [/rest|camp|sleep|breath|recover/, 'fire'],
  [/heal|bandage|treat|tend|aid|help|stabili/, 'heart'],
  [/time|watch|wait|hour|day|pass/, 'hourglass'],
  [/talk|say|ask|persuade|parley|negotiate|tell/, 'word'],
  [/push|shove|grab|grapple|wrestle|trip|kick/, 'hand'],
  [/bring|place|add|create|make|summon|newcomer/, 'invite'],
  [/take|give|drop|draw|stow|equip|use|wear|pack|item|buy|sell|loot|pick up|put|light|swap|reload/, 'bag'],
  [/move|walk|go |go$|step|travel|march|crawl|stand|crouch|prone|climb|jump|leap|turn to/, 'boot'],
  [/map|chart|lay out|scene|room/, 'scene'],
  [/roll|test|check|save|throw/, 'dice'],
];

export function iconOf(offer: OfferCard): IconName {
  for (const words of [m(offer.label), offer.command.replaceAll('_', ' ')]) {
    const found = WORDS.find(([pattern]) => pattern.test(words.toLowerCase()));
    if (found) return found[1];
  }
  return 'act';
}

/** The one action that ends a turn stands apart from the others, always last. */
export const endsTurn = (offer: OfferCard): boolean =>
  /^end_?(the_?)?turn$/.test(offer.command) || /^end (the |my )?turn\b/i.test(m(offer.label));
