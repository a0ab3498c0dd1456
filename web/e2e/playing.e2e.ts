//! What a person does at the table, against fixtures: forms, refusals, keys, focus, a lost line.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strange } from '../src/fixtures/blocks';
import { refusal } from '../src/fixtures/parts';
import { prompts } from '../src/fixtures/questions';
import type { Block, PromptCard } from '../src/protocol';
import { launch } from './browser';
import { open } from './played';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const still = { reducedMotion: 'reduce' } as const;
const asks = (kind: string): PromptCard => prompts.find((prompt) => prompt.kind.type === kind)!;
const put = (prompt: PromptCard) => ({
  type: 'update',
  n: 1,
  patch: [{ op: 'replace', path: '/view/prompts', value: [prompt] }],
});

test('an attack is weapon, target, go, and what was sent is the filled command', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still);
  await page.getByRole('button', { name: /^Attack/ }).click();
  await page.getByText('Rope', { exact: true }).click();
  // The goblin is the only target that is not refused, so it needs no asking.
  await page.locator('form button[type=submit]', { hasText: 'Attack' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ command: { attack: { who: 1, with: 'rope', target: 2 } } });
  await page.getByRole('button', { name: /^Attack/ }).click();
  await page.getByRole('button', { name: 'Again: Rope, Goblin' }).click();
  await expect.poll(() => play.sent.length).toBe(2);
});

test('a refusal stands beside its button and what was chosen stays', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still);
  play.answers.push((id) => ({ type: 'refused', id, refusal }));
  await page.getByRole('button', { name: /^Attack/ }).click();
  await page.getByText('Oil', { exact: true }).click();
  await page.locator('form button[type=submit]', { hasText: 'Attack' }).click();
  await page.getByRole('alert').filter({ hasText: 'No shield in hand' }).waitFor();
  expect(await page.locator('label', { hasText: 'Oil' }).locator('input').isChecked()).toBe(true);
});

test('what may kill asks once more', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still);
  await page.getByRole('button', { name: 'Leap' }).click();
  await page.locator('form button[type=submit]', { hasText: 'Leap' }).click();
  expect(play.sent).toEqual([]);
  await page.getByRole('button', { name: 'Yes, Leap' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ command: { leap: { who: 1 } } });
});

test('a question that comes while chatting takes no letter, is announced, and gives the caret back', async () => {
  const { page, play } = await open(browser, '/t/abc/log', 1, still);
  const chat = page.locator('#chat');
  await chat.fill('I wonder if');
  play.tell(put(asks('pick_one')));
  await page.getByRole('heading', { name: /9 damage/ }).waitFor();
  expect(await chat.evaluate((field) => document.activeElement === field)).toBe(true);
  await chat.pressSequentially(' it sees us');
  expect(await chat.inputValue()).toBe('I wonder if it sees us');
  await expect.poll(() => page.locator('[data-live=assertive]').textContent()).toContain('9 damage');
  await page.keyboard.press('Alt+p');
  await page.keyboard.press('1');
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('pick_one').id, say: 'evade' } });
  await expect.poll(() => chat.evaluate((field) => document.activeElement === field)).toBe(true);
});

test('a half-made choice outlives a lost line and a reload', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [asks('spread_points')] },
  }));
  await page.getByRole('button', { name: 'More: STR' }).click();
  await page.getByRole('button', { name: 'More: STR' }).click();
  play.drop();
  await page.getByText('Reconnecting. What you typed is kept.').first().waitFor();
  await page.locator('.line.live').waitFor();
  expect(await page.getByRole('spinbutton', { name: 'STR' }).inputValue()).toBe('2');
  await page.reload();
  await page.getByRole('spinbutton', { name: 'STR' }).waitFor();
  expect(await page.getByRole('spinbutton', { name: 'STR' }).inputValue()).toBe('2');
});

test('dice are picked by key and tap; typed ones are refused at the die', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [asks('pick_dice')] },
  }));
  await page.getByRole('radio', { name: /Die 2 shows 1/ }).click();
  await page.getByRole('button', { name: 'Choose the 1', exact: true }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('pick_dice').id, say: ['2'] } });
  play.tell(put(asks('type_dice')));
  await page.getByLabel('own, d6').first().fill('4 7 1');
  await page.getByText('7 is not on a d6. Type 1 to 6.').waitFor();
  await page.getByLabel('own, d6').nth(1).fill('4');
  await page.getByRole('button', { name: 'Use these dice' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('type_dice').id, say: [4, 4, 1] } });
});

test('the same question to two creatures is one card: one tap for both, or a row for each', async () => {
  const both = [1, 4].map((who, at) => ({ ...asks('pick_one'), id: `9.0.${at}`, who, group: '9.0.0' }));
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: both },
  }));
  const card = page.locator('[data-group]');
  await card.waitFor();
  await expect.poll(() => page.locator('.prompt').count()).toBe(1);
  await card.getByRole('group', { name: 'Same for all' }).getByRole('button', { name: 'EVADE!' }).click();
  const said = (first: string, second: string) => ({
    answers: [
      { prompt: '9.0.0', say: first },
      { prompt: '9.0.1', say: second },
    ],
  });
  await expect.poll(() => play.sent.at(-1)?.op).toEqual(said('evade', 'evade'));
  play.tell({
    type: 'update',
    n: 1,
    patch: [{ op: 'replace', path: '/view/prompts', value: both.map((one) => ({ ...one, digest: 'anew' })) }],
  });
  const rows = card.locator('fieldset');
  await rows.nth(0).getByLabel('EVADE!').check();
  await rows.nth(1).getByLabel('Take it').check();
  await card.getByRole('button', { name: 'Send these answers' }).click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual(said('evade', 'take'));
});

test('a reroll says where it stands, and never rerolling is one tap', async () => {
  const reroll: PromptCard = {
    ...asks('pick_dice'),
    stands: { tone: 'bad', say: { text: 'Miss so far' } },
    verbs: { take: { text: 'Reroll this' }, leave: { text: 'Keep the miss' } },
    beforehand: [{ id: 'never', label: { text: 'Never reroll' }, say: 'pass' }],
  };
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [reroll] },
  }));
  await page.getByText('Miss so far').waitFor();
  // The lowest is picked to begin with, another by a press.
  await page.getByRole('button', { name: /^Reroll this 1/ }).waitFor();
  await page.screenshot({ path: 'shots/phone-reroll.png' });
  await page.getByRole('radio', { name: /Die 1 shows 5/ }).click();
  await page.getByRole('button', { name: /^Reroll this 5/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Never reroll' }).click();
  await expect
    .poll(() => play.sent.map((one) => one.op))
    .toEqual([
      expect.objectContaining({
        beforehand: expect.objectContaining({ question: reroll.name, id: 'never' }),
      }),
      { answer: { prompt: reroll.id, say: 'pass' } },
    ]);
});

test('totals are assigned, swapped and sent whole', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [asks('assign')] },
  }));
  const put = async (value: number, slot: string) => {
    await page
      .getByRole('group', { name: /^Values/ })
      .getByRole('button')
      .nth(value)
      .click();
    await page.locator('.slot', { hasText: slot }).click();
  };
  await put(0, 'STR');
  await put(1, 'DEX');
  await put(2, 'WIL');
  await put(0, 'DEX');
  await page.getByRole('button', { name: 'Choose this' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('assign').id, say: { str: '9', dex: '14', wil: '9' } } });
});

test('the GM answers for somebody, rules with a table rule, and lets a knock in', async () => {
  const { page, play } = await open(
    browser,
    '/t/abc',
    0,
    { ...still, viewport: { width: 1440, height: 900 } },
    (desk) => ({ ...desk, view: { ...desk.view, prompts: [asks('pick_one')] } }),
  );
  await page.getByRole('button', { name: 'Answer for Di' }).click();
  await page.locator('[data-option]', { hasText: 'Take it' }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('pick_one').id, say: 'take' } });
  play.tell(put({ ...asks('judge'), asks: [0], waits: [0] }));
  await page.getByLabel('Always rule this way').check();
  await page.getByRole('button', { name: /^Full success/ }).click();
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ answer: { prompt: asks('judge').id, say: 'full', table_rule: true } });
  await page.getByRole('link', { name: '1 at the door' }).click();
  await page.getByText('Their screen says “amber owl”.').waitFor();
  const admitted = page.waitForRequest((request) => request.url().includes('/knocks/7'));
  await page.getByRole('button', { name: 'Let in Mira' }).click();
  expect((await admitted).postDataJSON()).toEqual({ let_in: { role: 'player', seat: null } });
});

test('a line says why, chat rolls and whispers', async () => {
  const { page, play } = await open(browser, '/t/abc/log', 1, still);
  await page.getByRole('button', { name: 'Brack attacks Goblin hit' }).click();
  await page.getByRole('button', { name: 'Why? Brack attacks Goblin' }).click();
  await page.getByText('17 beats 12.').waitFor();
  await page.locator('#chat').fill('/gmr 2d6 # listen');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => play.sent.at(-1)?.op)
    .toEqual({ roll: { notation: '2d6', mode: 'gm', label: 'listen' } });
  await page.locator('#chat').fill('/fly');
  await page.keyboard.press('Enter');
  await page.getByText('There is no /fly.').waitFor();
  expect(await page.locator('#chat').inputValue()).toBe('/fly');
});

test('only what changed is drawn again: an open panel and focus outlive a patch', async () => {
  const { page, play } = await open(browser, '/t/abc/sheet/1', 1, still);
  await page.getByRole('button', { name: 'Why? Hit points' }).click();
  await page.getByText('Together').waitFor();
  play.tell({
    type: 'update',
    n: 1,
    patch: [{ op: 'replace', path: '/view/sheets/0/blocks/0/now', value: 3 }],
  });
  await page.locator('[role=group][aria-label^="Hit points"] b', { hasText: '3' }).first().waitFor();
  expect(await page.getByText('Together').isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('why?');
});

test('a block nobody knows is told by its sentence, and a broken one leaves the rest alone', async () => {
  const broken = { type: 'attribute', key: 'broken', label: { text: 'Broken' } } as unknown as Block;
  const { page } = await open(browser, '/t/abc/sheet/1', 1, still, (desk) => {
    const [own, ...others] = desk.view.sheets;
    return {
      ...desk,
      view: { ...desk.view, sheets: [{ ...own!, blocks: [strange, broken, ...own!.blocks] }, ...others] },
    };
  });
  await page.getByText('Hologram, said.').waitFor();
  await page.getByText('This part could not be drawn. The rest goes on.').waitFor();
  await page.getByRole('group', { name: /^Hit points/ }).waitFor();
});

test('an answer given in another window closes the card in this one', async () => {
  const { page, play } = await open(browser, '/t/abc/act', 1, still, (desk) => ({
    ...desk,
    view: { ...desk.view, prompts: [asks('pick_one')] },
  }));
  await page.getByRole('heading', { name: /9 damage/ }).waitFor();
  play.tell({ type: 'update', n: 1, patch: [{ op: 'replace', path: '/view/prompts', value: [] }] });
  await page.getByRole('heading', { name: /9 damage/ }).waitFor({ state: 'detached' });
});

test('whoever comes back next week is told what happened last, and goes on with one tap', async () => {
  const { page } = await open(browser, '/t/abc/act', 1, still);
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Last time' }).count()).toBe(0);
  await page.evaluate(() => localStorage.setItem('boneyard.seen.abc', String(Date.now() - 6 * 86_400_000)));
  await page.reload();
  await page.getByRole('heading', { name: 'Last time' }).waitFor();
  await page.getByText('Brack: 2 damage').first().waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.getByRole('heading', { name: 'Last time' }).count()).toBe(0);
});

test('a chance to speak up waits for nobody: it is shown quietly, below what is asked, and is not called out', async () => {
  const chance = {
    ...asks('yes_or_no'),
    id: 'help',
    optional: true,
    waits: [2],
    question: { text: 'Help Bo?' },
  };
  const { page, play } = await open(browser, '/t/abc/act', 1, still);
  await page.getByRole('heading', { name: 'Act', exact: true }).waitFor();
  play.tell({
    type: 'update',
    n: 1,
    patch: [{ op: 'replace', path: '/view/prompts', value: [chance, asks('pick_one')] }],
  });
  await page.getByRole('heading', { name: 'Help Bo?' }).waitFor();
  const cards = await page.locator('.prompt h2').allTextContents();
  expect(cards.map((text) => text.trim())).toEqual([asks('pick_one').question.text, 'Help Bo?']);
  expect(await page.locator('[data-live=assertive]').textContent()).not.toContain('Help');
  await page.locator('.prompt', { hasText: 'Help Bo?' }).locator('[data-option]').first().click();
  await expect.poll(() => play.sent.at(-1)?.op).toEqual({ answer: { prompt: 'help', say: true } });
});
