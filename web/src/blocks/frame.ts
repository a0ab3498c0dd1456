//! The sentence of a block with its state appended, and whether it can answer "why?".
import type { Frame } from '../protocol';
import { m, refused, t } from '../words';

export function spoken(frame: Frame): string {
  const parts = [frame.say ? m(frame.say) : m(frame.label)];
  const state = frame.state;
  if (state?.off) parts.push(t('sayOff', { reason: refused(state.off) }));
  if (state?.pending) parts.push(t('sayPending'));
  if (state?.ruled !== undefined) parts.push(t('sayRuled'));
  if (state?.secret) parts.push(t('saySecret'));
  if (state?.unknown) parts.push(t('sayUnknown'));
  return parts.join(' ');
}

export function hasWhy(frame: Frame): boolean {
  return frame.why !== undefined || frame.rule !== undefined;
}
