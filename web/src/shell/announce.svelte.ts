//! What is read out: lines politely, at most one a second, and being asked at once.

class Announcer {
  polite = $state('');
  assertive = $state('');
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A line of the log. More than three at once are summed up. */
  tell(line: string, summed: (n: number, last: string) => string): void {
    this.#waiting.push(line);
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      const lines = this.#waiting.splice(0);
      this.#timer = undefined;
      const last = lines.at(-1) ?? '';
      this.polite = lines.length > 3 ? summed(lines.length, last) : lines.join(' ');
    }, 1000);
  }

  /** "You are asked", "your turn": nothing else. */
  call(words: string): void {
    this.assertive = '';
    queueMicrotask(() => (this.assertive = words));
  }
}

export const announcer = new Announcer();
