//! Whose turn it is, as a seat is told above what it can do. The order itself is drawn with the scene.
import type { Order, Who } from '../protocol';
import { list, m, t } from '../words';

/** Whether one of these is acting. */
export const isTurnOf = (order: Order | undefined, heroes: readonly Who[]): boolean =>
  order?.entries.some((one) => one.now && one.who !== undefined && heroes.includes(one.who)) ?? false;

/** In a few words: the round, and who acts, if anybody does. */
export function turnWords(order: Order | undefined, heroes: readonly Who[]): string {
  if (!order) return '';
  const acting = order.entries.filter((one) => one.now).map((one) => m(one.name));
  const phase = order.phases?.find((one) => one.now);
  const who = isTurnOf(order, heroes)
    ? t('turnYours')
    : acting.length > 0
      ? t('turnOf', { n: acting.length, who: list(acting) })
      : phase
        ? m(phase.label)
        : '';
  const round = order.round === undefined ? '' : t('round', { n: order.round });
  return [round, who].filter((part) => part !== '').join(' · ');
}
