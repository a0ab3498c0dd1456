//! A safe part of Markdown, read into plain data that a component draws as text.

export interface Run {
  text: string;
  style: 'plain' | 'strong' | 'em';
}
/** Every end of a line but that between two of a list. */
const BETWEEN_LINES = /\n(?![ \t]*[-*] )|(?<!^[ \t]*[-*] .*)\n/m;

export type Part = { kind: 'text' | 'head'; runs: Run[] } | { kind: 'list'; items: Run[][] };

/** Reads it. With `each` every line stands for itself, as somebody typed it; else only an empty line ends a paragraph. */
export function prose(body: string, each = false): Part[] {
  const parts: Part[] = [];
  for (const chunk of body.split(each ? BETWEEN_LINES : /\n\s*\n/)) {
    const lines = chunk.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) continue;
    if (lines.every((line) => /^\s*[-*] /.test(line))) {
      parts.push({ kind: 'list', items: lines.map((line) => runs(line.replace(/^\s*[-*] /, ''))) });
    } else {
      const head = /^#{1,6} /.test(lines[0]!);
      const text = lines.join(' ').replace(/^#{1,6} /, '');
      parts.push({ kind: head ? 'head' : 'text', runs: runs(text) });
    }
  }
  return parts;
}

function runs(text: string): Run[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (/^\*\*.+\*\*$/.test(piece)) return { text: piece.slice(2, -2), style: 'strong' };
      if (/^([*_]).+\1$/.test(piece)) return { text: piece.slice(1, -1), style: 'em' };
      return { text: piece, style: 'plain' };
    });
}
