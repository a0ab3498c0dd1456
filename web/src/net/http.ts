//! Asking the server over HTTP. Whatever goes wrong comes back as a sentence, never as a thrown surprise.
import type {
  Admit,
  Door,
  DoorKey,
  Entered,
  ForkBody,
  GameCard,
  HouseRow,
  Invitation,
  Json,
  KnockBody,
  Made,
  NewTableBody,
  NotationOdds,
  Pack,
  PackRow,
  RulesFound,
  SessionCard,
  Seat,
  StoryText,
  SurveyCard,
  TableRow,
  Trouble,
} from '../protocol';
import { t } from '../words';
import { outer } from './base';

export type Got<T> = { ok: true; value: T } | { ok: false; trouble: Trouble };

async function ask<T>(method: string, path: string, body?: unknown): Promise<Got<T>> {
  try {
    const raw = body instanceof Blob;
    const answer = await fetch(outer(path), {
      method,
      credentials: 'same-origin',
      headers: body === undefined || raw ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return { ok: true, value: (text === '' ? undefined : JSON.parse(text)) as T };
    return { ok: false, trouble: trouble(text, answer.status) };
  } catch {
    return { ok: false, trouble: { code: 'unreachable', say: t('unreachable') } };
  }
}

function trouble(text: string, status: number): Trouble {
  try {
    const found = JSON.parse(text) as Partial<Trouble>;
    if (typeof found.say === 'string') return { ...found, code: found.code ?? 'unknown', say: found.say };
  } catch {
    // Not every proxy answers in our words.
  }
  return { code: 'unknown', say: t('serverSaid', { status }) };
}

const at = (table: string, what: string) => `/api/tables/${encodeURIComponent(table)}/${what}`;

export const server = {
  enter: (key: string) => ask<Entered>('POST', '/api/enter', { key }),
  me: () => ask<Entered>('GET', '/api/me'),
  sessions: () => ask<SessionCard[]>('GET', '/api/sessions'),
  endSession: (id: string) => ask<undefined>('DELETE', `/api/sessions/${encodeURIComponent(id)}`),
  games: () => ask<GameCard[]>('GET', '/api/games'),
  tables: () => ask<TableRow[]>('GET', '/api/tables'),
  begin: (body: NewTableBody) => ask<Made>('POST', '/api/tables', body),
  bring: (file: Blob) => ask<Made>('POST', '/api/tables/import', file),
  fork: (table: string, body: ForkBody) => ask<Made>('POST', at(table, 'fork'), body),
  archive: (table: string, on: boolean) => ask<undefined>('POST', at(table, 'archive'), { on }),
  door: (table: string) => ask<Door>('GET', at(table, 'door')),
  tryKey: (key: DoorKey) => ask<Door>('POST', '/api/door', key),
  knock: (body: KnockBody) => ask<Door>('POST', '/api/knock', body),
  leaveRoom: (table: string) => ask<undefined>('DELETE', at(table, 'knock')),
  invitation: (table: string) => ask<Invitation>('GET', at(table, 'invitation')),
  newInvitation: (table: string) => ask<Invitation>('POST', at(table, 'invitation')),
  admit: (table: string, knock: number, admit: Admit) =>
    ask<undefined>('POST', at(table, `knocks/${knock}`), admit),
  revoke: (table: string, seat: number) => ask<undefined>('POST', at(table, `seats/${seat}/revoke`)),
  published: (table: string) => ask<Json>('GET', at(table, 'published')),
  waiting: (table: string) => ask<[Seat, string][]>('GET', at(table, 'waiting')),
  survey: (table: string) => ask<SurveyCard>('GET', at(table, 'survey')),
  times: (table: string) => ask<[number, number][]>('GET', at(table, 'times')),
  houseRules: (table: string) => ask<HouseRow[]>('GET', at(table, 'house')),
  story: (table: string, before: number | undefined) =>
    ask<StoryText>('GET', at(table, before === undefined ? 'story' : `story?before=${before}`)),
  proof: (table: string, stretch: number) => ask<Json>('GET', at(table, `proof/${stretch}`)),
  packs: (table: string) => ask<PackRow[]>('GET', at(table, 'packs')),
  addPack: (table: string, pack: Pack) => ask<PackRow[]>('POST', at(table, 'packs'), pack),
  bringPicture: (table: string, paper: string, title: string, alt: string, file: Blob) =>
    ask<undefined>(
      'POST',
      at(table, `papers/${paper}/picture?${new URLSearchParams({ title, alt }).toString()}`),
      file,
    ),
  rules: (game: string, words: string) =>
    ask<RulesFound>('GET', `/api/rules/${encodeURIComponent(game)}?q=${encodeURIComponent(words)}`),
  odds: (roll: string) => ask<NotationOdds>('GET', `/api/odds?roll=${encodeURIComponent(roll)}`),
};

/** Where a table can be fetched as one file. */
export const exportAt = (table: string) => outer(at(table, 'export'));

/** Where the picture of a paper is; another mark, another picture. */
export const picture = (table: string, paper: string, mark: string) =>
  `${outer(at(table, `papers/${paper}/picture`))}?m=${encodeURIComponent(mark)}`;
