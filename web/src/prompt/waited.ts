//! How long each question has been on this page, so that its ring goes on when the card is drawn anew.

const since = new Map<string, number>();

/** Whole seconds left of so many, from when the question was first asked about here. */
export function left(question: string, seconds: number, now: number): number {
  const began = since.get(question) ?? now;
  since.set(question, began);
  return Math.max(0, seconds - Math.floor((now - began) / 1000));
}
