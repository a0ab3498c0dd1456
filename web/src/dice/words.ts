//! A die in words, for those who do not see it.
import type { Die } from '../protocol';
import { m, t } from '../words';

export function dieWords(die: Die, place: number): string {
  const face =
    die.face === undefined
      ? t('dieUnseen', { place })
      : t('dieShows', { place, face: die.face, sides: die.sides });
  const parts = [face];
  if (die.value !== undefined) parts.push(t('dieCounts', { value: die.value }));
  if (die.owner) parts.push(t('dieOf', { owner: m(die.owner) }));
  if (die.mark) parts.push(m(die.mark));
  if (die.fate === 'dropped') parts.push(t('dieDropped'));
  if (die.fate === 'rerolled') parts.push(t('dieRerolled'));
  if (die.fate === 'locked') parts.push(t('dieLocked'));
  if (die.entered) parts.push(t('dieEntered'));
  return parts.join(', ');
}
