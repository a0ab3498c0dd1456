//! Keys with a visible control each; letters are silent while typing and can be changed or switched off.
import type { Key } from '../words';
import { device } from '../state/prefs.svelte';

export interface Shortcut {
  name: string;
  key: string;
  label: Key;
}

/** All there are, in the order the list shows them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'sheet', key: 'c', label: 'keySheet' },
  { name: 'act', key: 'a', label: 'keyAct' },
  { name: 'scene', key: 'm', label: 'keyScene' },
  { name: 'log', key: 'l', label: 'keyLog' },
  { name: 'chat', key: 'C', label: 'keyChat' },
  { name: 'prompt', key: 'p', label: 'keyPrompt' },
  { name: 'why', key: 'w', label: 'keyWhy' },
  { name: 'odds', key: 'o', label: 'keyOdds' },
  { name: 'drawer', key: 'g', label: 'keyDrawer' },
  { name: 'pins', key: 'h', label: 'keyPins' },
  { name: 'rules', key: '/', label: 'keyRules' },
  { name: 'end', key: ' ', label: 'keyEnd' },
  { name: 'full', key: 'f', label: 'keyFull' },
  { name: 'follow', key: 'z', label: 'keyFollow' },
  { name: 'list', key: 't', label: 'keyList' },
  { name: 'ruler', key: 'r', label: 'keyRuler' },
  { name: 'nearer', key: '+', label: 'keyNearer' },
  { name: 'farther', key: '-', label: 'keyFarther' },
  { name: 'before', key: '[', label: 'keyBefore' },
  { name: 'after', key: ']', label: 'keyAfter' },
  { name: 'keys', key: '?', label: 'keyKeys' },
];

/** The key of a shortcut on this device. */
export function keyOf(shortcut: Shortcut): string {
  return device.prefs.keys[shortcut.name] ?? shortcut.key;
}

const handlers = new Map<string, () => void>();

/** Answers a shortcut until the returned function is called. */
export function on(name: string, handler: () => void): () => void {
  handlers.set(name, handler);
  return () => {
    if (handlers.get(name) === handler) handlers.delete(name);
  };
}

let digits: ((digit: number, event: KeyboardEvent) => void) | undefined;

/** Answers the digits until the returned function is called. */
export function onDigits(handler: (digit: number) => boolean): () => void {
  const answer = (digit: number, event: KeyboardEvent) => {
    if (handler(digit)) event.preventDefault();
  };
  digits = answer;
  return () => {
    if (digits === answer) digits = undefined;
  };
}

/** What a key is called. */
export const keyWord = (key: string): string => (key === ' ' ? 'Space' : key);

/** Whether somebody is typing words. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** Handles a key pressed anywhere. */
export function press(event: KeyboardEvent): void {
  // What lies under an open panel is out of reach, for keys too.
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
  if (event.altKey && event.key.toLowerCase() === 'p') return run('prompt', event);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing(event.target))
    return run('undo', event);
  if (event.key === 'Escape') return run('escape', event);
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !device.prefs.letters) return;
  // Space presses what has the focus, if it can be pressed.
  if (
    event.key === ' ' &&
    event.target instanceof Element &&
    event.target.closest('button, summary, a, input')
  )
    return;
  if (/^[1-9]$/.test(event.key)) return digits?.(Number(event.key), event);
  const found = SHORTCUTS.find((shortcut) => keyOf(shortcut) === event.key);
  if (found) run(found.name, event);
}

function run(name: string, event: KeyboardEvent): void {
  const handler = handlers.get(name);
  if (!handler) return;
  event.preventDefault();
  handler();
}
