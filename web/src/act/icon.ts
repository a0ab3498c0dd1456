//! The emblem of an action, by the words a game uses for it. A game's own choice comes later; until then what an action is
//! called is a good guess, and a plain die where it is not.
import type { OfferCard } from '../protocol';
import { m } from '../words';

/** The first that fits is taken, so what is told apart more finely stands first. */
const WORDS: readonly [RegExp, string][] = [
  [/end.?turn|done|finish/, 'hourglass'],
  [/begin.?turn|start.?turn|\bready\b/, 'upgrade'],
  [/try (something|anything)|improvis|say what you try|free action/, 'uncertainty'],
  [/fight back|contest/, 'muscle-up'],
  [/(start|begin|set up|open) .*(fight|battle)|ambush|initiative/, 'crossed-swords'],
  [/end .*(fight|battle)/, 'return-arrow'],
  [/flee|run away|retreat|escape|climb out|get out|\bleave\b/, 'exit-door'],
  [/reload|load /, 'reload-gun-barrel'],
  [/\baim\b|overwatch|take aim/, 'bullseye'],
  [/throw (a |the )?(knife|dagger|weapon)|\bthrow\b|hurl/, 'thrown-daggers'],
  [/pistol|gun|laser|suppress/, 'pistol-gun'],
  [/shoot|fire at|\bbow\b|crossbow|ranged|volley/, 'bow-arrow'],
  [/counter|riposte|parry/, 'return-arrow'],
  [/dodge|evade|\bduck\b/, 'dodging'],
  [/shield wall|brace|overshield/, 'checked-shield'],
  [/guard|block|defen|shield|cover|protect|step in/, 'shield'],
  [/stab|knife|dagger|sneak attack/, 'plain-dagger'],
  [/attack|strike|\bhit\b|slash|charge|swing|exchange/, 'broadsword'],
  [/punch|unarmed|brawl|fist/, 'punch'],
  [/kick/, 'boot-kick'],
  [/grab|grapple|wrestle|hold fast/, 'grab'],
  [/push|shove|trip|tackle|knock/, 'high-kick'],
  [/pray|miracle|god|bless|holy|prayer/, 'prayer'],
  [/cast|spell|magic|ritual|essence|psychic/, 'spell-book'],
  [/insight|focus|concentrat|meditat|steady/, 'meditation'],
  [/taunt|shout|war cry|intimidat|rally|command/, 'shouting'],
  [/hide|sneak|stealth|conceal/, 'hood'],
  [/search|inspect|examine|loot|scout/, 'magnifying-glass'],
  [/look|listen|spot|notice|percei|watch for/, 'awareness'],
  [/\bread|study|recall|research/, 'open-book'],
  [/unlock|pick (the |a )?lock|disarm/, 'unlocking'],
  [/\btrap/, 'mantrap'],
  [/door|\bopen\b|\bshut\b|\bclose\b/, 'wooden-door'],
  [/\block\b|key/, 'key'],
  [/climb/, 'mountain-climbing'],
  [/jump|leap/, 'jump-across'],
  [/crouch|kneel|crawl|prone|lie down|stance|get low/, 'kneeling'],
  [/stand up|get up/, 'upgrade'],
  [/fall back|\bfall\b/, 'falling'],
  [/revive|stabili|first aid|treat|surgery|operate/, 'first-aid-kit'],
  [/heal|bandage|tend|mend|bleed/, 'bandaged'],
  [/\baid\b|help|assist|together|hire|recruit/, 'shaking-hands'],
  [/sleep|night/, 'night-sleep'],
  [/rest|camp|breath|recover/, 'campfire'],
  [/\beat|meal|food|ration|cook/, 'meal'],
  [/drink|potion|quaff/, 'drink-me'],
  [/lantern|light|torch|kindle/, 'torch'],
  [/pass time|time|wait|hour|day|delay|watch/, 'hourglass'],
  [/travel|journey|expedition|map|chart|scene|room|lay out/, 'treasure-map'],
  [/\bbuy|sell|shop|spend|pay/, 'cash'],
  [/coin|treasure|share|bribe|reward/, 'two-coins'],
  [/talk|say|\bask\b|persuade|parley|negotiate|tell|speak/, 'talk'],
  [/alarm|bell|warn|signal/, 'ringing-bell'],
  [/repair|craft|smash|break|force|build/, 'hammer-drop'],
  [/drop|take off|undress/, 'swap-bag'],
  [/snatch|\btake\b|pick up|steal/, 'snatch'],
  [/give|draw|stow|equip|\buse\b|wear|pack|item|\bput\b|swap|sheathe|things/, 'backpack'],
  [/tie|bind|rope/, 'knot'],
  [/level|advance|learn|improve|skill up/, 'upgrade'],
  [/sprint|dash|\brun\b|rush/, 'sprint'],
  [/move|walk|\bgo\b|step|march|follow|return/, 'walking-boot'],
  [/knock out|subdue|stun/, 'knockout'],
  [/bring|place|add|create|make|summon|newcomer/, 'up-card'],
  [/wind|wave|blast/, 'wave-strike'],
  [/fight|battle/, 'crossed-swords'],
  [/roll|test|check|save/, 'rolling-dices'],
];

export function iconOf(offer: OfferCard): string {
  for (const words of [m(offer.label), offer.command.replaceAll('_', ' ')]) {
    const small = words.toLowerCase();
    const found = WORDS.find(([pattern]) => pattern.test(small));
    if (found) return found[1];
  }
  return 'perspective-dice-six-faces-five';
}
