import type { CDPSession, Page } from '@playwright/test';
import { partOf, readPackage } from '../../server/document/docx/docx-package.ts';
import { paragraphTexts } from '../../server/document/docx/paragraph-text.ts';
import { resolveMarks } from '../../server/document/docx/resolve-marks.ts';
import { checkReview, listMarks } from '../../server/document/review-check.ts';
import type { XmlElement } from '../../server/document/xml-tree.ts';
import { addedWords, markedDocx, noteNumber, struckWords, textParagraph, words } from '../../server/seed/demo/manuscript/marked-docx.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { inputMethod, type InputMethod } from '../support/composition.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const OTHER = { author: '吴编辑（11）', at: Date.UTC(2026, 9, 1, 3, 4, 5) };
const BOLD = '<w:b/>';

/** What is selected: 一二三四 of 甲一二三四五, whose characters are in these runs. The text is found by its key. */
interface Selected {
  readonly blocks: (key: string, note: number) => string[];
  /** Lines when everything is accepted: with the word in place of the selection, and with the word behind 五. `#` is the word. */
  readonly replaced: string;
  readonly dropped: string;
  /** Text that the same person strikes when the word is in place of the selection. */
  readonly struck: string;
  /** The text is that of a note; the lines are those of the main text. */
  readonly note?: true;
}
const line =
  (...runs: string[]) =>
  (key: string): string[] => [textParagraph(words(`${key}甲`), ...runs)];
const cell = (...runs: string[]): string => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr><w:p>${runs.join('')}</w:p></w:tc>`;
const table = (cells: string): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>${cells}</w:tr></w:tbl>`;
const WHOLE = { replaced: '甲#五', dropped: '甲一二三四五#', struck: '一二三四' } as const;
const SELECTIONS: Readonly<Record<string, Selected>> = {
  'one run': { blocks: line(words('一二三四五')), ...WHOLE },
  'equal runs, as Word writes them': { blocks: line(words('一'), words('二'), words('三'), words('四五')), ...WHOLE },
  'three formats': { blocks: line(words('一'), words('二三', BOLD), words('四五')), ...WHOLE },
  'an insertion of somebody else': { blocks: line(words('一'), addedWords(OTHER, '二三'), words('四五')), ...WHOLE },
  'a part of an insertion of somebody else': { blocks: line(addedWords(OTHER, '一二三四五')), ...WHOLE },
  'struck text': { blocks: line(words('一'), struckWords(OTHER, '二三'), words('四五')), replaced: '甲#五', dropped: '甲一四五#', struck: '一四' },
  'a cell': {
    blocks: (key) => [table(cell(words(`${key}甲一`), words('二三', BOLD), words('四五')) + cell(words('旁')))],
    replaced: '甲#五\n旁',
    dropped: '甲一二三四五#\n旁',
    struck: '一二三四',
  },
  'two paragraphs': {
    blocks: (key) => [textParagraph(words(`${key}甲一二`)), textParagraph(words('三'), words('四五', BOLD))],
    replaced: '甲#五',
    dropped: '甲一二\n三四五#',
    struck: '一二三四',
  },
  'a note': {
    blocks: (key, note) => [textParagraph(words(`${key}有注`), noteNumber(note))],
    replaced: '有注',
    dropped: '有注',
    struck: '一二三四',
    note: true,
  },
};

interface Hands {
  readonly page: Page;
  readonly ime: InputMethod;
  readonly cdp: CDPSession;
}
/** How the word comes in. */
const WAYS: Readonly<Record<string, (hands: Hands, word: string) => Promise<void>>> = {
  composition: ({ ime }, word) => ime.compose('deng', word),
  keys: ({ page }, word) => page.keyboard.type(word),
  paste: async ({ page }, word) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), word);
    await page.keyboard.press('Control+v');
  },
  dictation: ({ page }, word) => page.keyboard.insertText(word),
  autocorrection: ({ page }, word) =>
    page.evaluate((text) => {
      const selection = document.getSelection()!;
      const range = selection.getRangeAt(0);
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', text);
      const target = range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement!;
      const init = { inputType: 'insertReplacementText', data: text, dataTransfer, targetRanges: [new StaticRange(range)] };
      target.dispatchEvent(new InputEvent('beforeinput', { ...init, bubbles: true, cancelable: true, composed: true }));
    }, word),
};
/** The right edge of the character 五 behind the selection. */
const afterFive = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(() => {
    const end = document.getSelection()!.getRangeAt(0).endContainer;
    const lines = [...document.querySelectorAll('.docx-line')];
    const line = lines.find((one) => one.contains(end))!;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let node: Text | null = null;
    while (walker.nextNode()) if ((walker.currentNode as Text).data.includes('五')) node = walker.currentNode as Text;
    const range = document.createRange();
    range.setStart(node!, node!.data.indexOf('五'));
    range.setEnd(node!, node!.data.indexOf('五') + 1);
    const box = range.getBoundingClientRect();
    return { x: box.right - 2, y: box.top + box.height / 2 };
  });
/** Text that comes to another place while something is selected. */
const DROPS: Readonly<Record<string, (hands: Hands, word: string) => Promise<void>>> = {
  drop: async ({ page, cdp }, word) => {
    const at = await afterFive(page);
    const data = { items: [{ mimeType: 'text/plain', data: word }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  },
  'a move by the mouse': async ({ page }) => {
    const to = await afterFive(page);
    const from = await page.evaluate(() => {
      const box = document.getSelection()!.getRangeAt(0).getClientRects()[0]!;
      return { x: (box.left + box.right) / 2, y: box.top + box.height / 2 };
    });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  },
};

interface Case {
  readonly key: string;
  readonly name: string;
  readonly word: string;
  readonly selected: Selected;
  /** Lines of the main text afterwards, and what the person struck. */
  readonly after: string;
  readonly struck: string;
  readonly way: (hands: Hands, word: string) => Promise<void>;
}
const CASES: readonly Case[] = [
  ...Object.entries(WAYS).map(([way, put]) => ({ way, put, replaces: true })),
  ...Object.entries(DROPS).map(([way, put]) => ({ way, put, replaces: false })),
]
  .flatMap(({ way, put, replaces }) => Object.entries(SELECTIONS).map(([selection, selected]) => ({ way, put, replaces, selection, selected })))
  // A program corrects words, which end with their paragraph.
  .filter(({ way, selection }) => way !== 'autocorrection' || selection !== 'two paragraphs')
  .map(({ way, put, replaces, selection, selected }, index) => {
    const key = `第${index + 10}则`;
    // Only Latin letters have keys. Nothing is moved by the mouse: the editor begins a new selection.
    const word = way === 'a move by the mouse' ? '' : way === 'keys' ? `k${index}q` : `灯${String.fromCodePoint(0x9000 + index)}`;
    const after = `${key}${(replaces ? selected.replaced : selected.dropped).replace('#', word)}`;
    return { key, name: `${way}, ${selection}`, word, selected, after, struck: replaces ? selected.struck : '', way: put };
  });

/** Selects from 一 to 四 behind the key, as a mouse does. */
async function select(page: Page, key: string): Promise<void> {
  const found = page.locator('.docx-line', { hasText: `${key}甲` }).first();
  // The line below must be visible too.
  await found.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await found.click();
  await found.evaluate(async (first) => {
    const all = [...document.querySelectorAll('.docx-line')];
    const texts = all.slice(all.indexOf(first)).flatMap((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      return nodes;
    });
    const start = texts.find((node) => node.data.includes('一'))!;
    const end = texts.slice(texts.indexOf(start)).find((node) => node.data.includes('四'))!;
    const frames = (count: number): Promise<void> =>
      new Promise((resolve) => requestAnimationFrame(() => resolve(count > 1 ? frames(count - 1) : undefined)));
    // The editor puts its own selection back while it still handles the click.
    for (let tries = 0; tries < 50 && !document.getSelection()!.toString().endsWith('四'); tries += 1) {
      await frames(2);
      document.getSelection()!.setBaseAndExtent(start, start.data.indexOf('一'), end, end.data.indexOf('四') + 1);
      await frames(2);
    }
  });
}

async function open(page: Page, mode: 'suggest' | 'edit'): Promise<{ before: Buffer; archiveId: number; token: string }> {
  const token = await server.logIn('editor1');
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  const { rows } = (await server.call(token, 'GET', `/cms/archive/list?title=${encodeURIComponent('大学英语听说')}&pageNum=1&pageSize=10`)) as {
    rows: { archiveId: number }[];
  };
  const archiveId = rows[0]!.archiveId;
  const notes = CASES.flatMap(({ selected, key }) => (selected.note ? [`${key}甲一二三四五`] : []));
  let note = 0;
  const body = CASES.flatMap(({ selected, key }) => selected.blocks(key, selected.note ? (note += 1) : 0));
  const before = markedDocx([...body, textParagraph(words('末段。'))], { notes });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(before)], '输入.docx'));
  const sent = await fetch(`${server.origin}/prod-api/doc/saveFileHistory?archiveId=${archiveId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(await sent.json()).toMatchObject({ code: 200 });
  await page.route('**/prod-api/doc/open/*', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...json, data: { ...json.data, mode, mayResolve: mode === 'edit' } } });
  });
  await page.goto(`${server.origin}/pageoffice?archiveId=${archiveId}`);
  await expect(page.getByRole('complementary', { name: '修订与批注' })).toBeVisible({ timeout: limit(30_000) });
  await expect(page.locator('.embedded-settling')).toBeHidden({ timeout: limit(30_000) });
  return { before, archiveId, token };
}

for (const mode of ['suggest', 'edit'] as const)
  test(`45.5 ${CASES.length} words over a selection, by every way of input, lose, double and take over no character: ${mode}`, async ({ page }) => {
    test.setTimeout(300_000);
    const { before, archiveId, token } = await open(page, mode);
    const hands = { page, ime: await inputMethod(page), cdp: await page.context().newCDPSession(page) };
    for (const { key, name, word, way } of CASES)
      await test.step(name, async () => {
        await select(page, key);
        await way(hands, word);
        await expect(page.locator('.docx-paginated-surface')).toContainText(word, { timeout: limit(5_000) });
      });
    await page.keyboard.press('Control+s');
    await expect(page.locator('.document-lamp')).toHaveText('服务器', { timeout: limit(20_000) });
    const file = await fetch(`${server.origin}/prod-api/doc/file/open/${archiveId}`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await file.arrayBuffer());
    const document = await readPackage(bytes);
    const acceptedOf = (part: XmlElement): string[] => paragraphTexts(resolveMarks(part, () => 'accept')).filter((one) => one !== '');
    expect(acceptedOf(document.main.xml!.root)).toEqual([...CASES.flatMap(({ after }) => after.split('\n')), '末段。']);
    const notes = CASES.filter(({ selected }) => selected.note === true);
    const inNotes = notes.map(({ key, word, struck }) => `${key}${struck === '' ? `甲一二三四五${word}` : `甲${word}五`}`);
    expect(acceptedOf(partOf(document.main, 'footnotes')!.xml!.root).map((one) => one.trim())).toEqual(inNotes);
    if (mode === 'edit') return;
    const mine = (await listMarks(bytes)).filter(({ author }) => author !== OTHER.author);
    const textOf = (kind: string): string =>
      mine
        .filter((one) => one.kind === kind)
        .map(({ text }) => text)
        .join('');
    const inOrder = [...CASES.filter(({ selected }) => selected.note !== true), ...notes];
    expect(textOf('insert')).toBe(inOrder.map(({ word }) => word).join(''));
    expect(textOf('delete')).toBe(inOrder.map(({ struck }) => struck).join(''));
    // Nothing else has changed: without the marks of this person the document is the one before.
    expect(await checkReview(before, bytes, mine[0]!.author)).toBeNull();
  });
