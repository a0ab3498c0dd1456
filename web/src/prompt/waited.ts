//! How long each question has been on this page, so that its ring goes on when the card is drawn anew or the page is
//! loaded again.

const KEPT = 'boneyard.asked';
/** Of an evening's questions only the latest can still be waiting. */
const MOST = 40;

function recalled(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

let since: Map<string, number> | undefined;

/** Whole seconds left of so many, from when the question was first asked about here. */
export function left(question: string, seconds: number, now: number): number {
  since ??= new Map(recalled());
  const known = since.get(question);
  if (known === undefined) {
    since = new Map([...since, [question, now] as const].slice(-MOST));
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([...since]));
    } catch {
      // Kept in memory only.
    }
  }
  return Math.max(0, seconds - Math.floor((now - (known ?? now)) / 1000));
}
