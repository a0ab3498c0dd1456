import { expect, test } from 'vitest';
import { msg } from '../fixtures/parts';
import type { OfferCard } from '../protocol';
import { condition, gives, modifier, part, passTime, rolls, startFight } from './slots';

const offer = (command: string, label: string, params: [string, string, boolean?][], more = {}): OfferCard =>
  ({
    id: `${command}.${label}`,
    command,
    label: msg(label),
    group: msg('Table'),
    odds: { type: 'none' },
    params: params.map(([name, type, optional = false]) => ({
      name,
      label: msg(name),
      domain: { type },
      optional,
    })),
    ...more,
  }) as unknown as OfferCard;
const shut = { refusal: [{ code: 'x', rule: 'XX-1', sentence: 'No.' }] };

// As five games offer them to their GM.
const CHECKS = [
  offer('call_check', 'Call for a Skill Check', [
    ['who', 'creature'],
    ['skill', 'one_of'],
    ['dc', 'amount'],
  ]),
  offer('call_test', 'Call for a test', [
    ['who', 'creature'],
    ['attribute', 'one_of'],
  ]),
  offer('check', 'Call for a check', [
    ['who', 'creature'],
    ['what', 'text'],
    ['quality', 'one_of'],
  ]),
  offer('save', 'Call for a save', [
    ['who', 'creature'],
    ['ability', 'one_of'],
  ]),
];
const OTHERS = [
  offer('call', 'Call for Initiative', [['fighters', 'subset']]),
  offer('contest', 'Call for a contest', [
    ['who', 'creature'],
    ['quality', 'one_of'],
  ]),
  offer('harm', 'Deal damage', [
    ['who', 'creature'],
    ['amount', 'amount'],
    ['type', 'one_of'],
  ]),
  offer(
    'strike',
    'Call for help',
    [
      ['who', 'creature'],
      ['with', 'one_of'],
    ],
    { actor: 3 },
  ),
];

test('the rolls a GM calls for are known in every game, and nothing else is taken for one', () => {
  expect(rolls([...OTHERS, ...CHECKS])).toEqual(CHECKS);
  expect(rolls([{ ...CHECKS[0]!, ...shut }])).toEqual([]);
});

test('passing time and starting a fight are found; what stands open comes before what does not', () => {
  for (const [command, label] of [
    ['wait', 'Pass time'],
    ['pass_turns', 'Let turns pass'],
    ['time', 'Let time pass'],
    ['pass_watches', 'Let Watches go by in rest'],
  ] as const)
    expect(passTime([...OTHERS, offer(command, label, [['n', 'amount']])])?.command, label).toBe(command);
  const some = offer('fight', 'Begin a fight with some of them', [['fighters', 'subset']]);
  expect(startFight([offer('fight', 'Begin a fight', [], shut), some])).toBe(some);
  expect(startFight(OTHERS)?.command).toBe('call');
  expect(startFight(CHECKS)).toBeUndefined();
});

test('a condition, a thing and a modifier are laid on somebody', () => {
  const one = offer('inflict', 'Lay or end a condition', [
    ['who', 'creature'],
    ['condition', 'one_of', true],
  ]);
  expect(condition([...OTHERS, ...CHECKS, one])).toBe(one);
  const thing = offer('grant', 'Give a thing', [
    ['who', 'creature'],
    ['ware', 'one_of'],
  ]);
  expect(
    gives([
      offer('grant', 'Give EXP', [
        ['who', 'creature'],
        ['exp', 'amount'],
      ]),
      thing,
    ]),
  ).toBe(thing);
  const lay = offer('lay', 'Lay something on the next roll', [
    ['on', 'creature'],
    ['advantage', 'yes_no', true],
  ]);
  expect(modifier([...OTHERS, lay])).toBe(lay);
});

test('the part that must be chosen comes before one that may', () => {
  const check = offer('c', 'Call', [
    ['secret', 'one_of', true],
    ['skill', 'one_of'],
  ]);
  expect(part(check, 'one_of')?.name).toBe('skill');
  expect(part(check, 'amount')).toBeUndefined();
});
