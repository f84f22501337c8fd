// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { BookLetters, locate, type OldPassage } from '../book-search/locate.ts';
import { findQuote } from '../reader-engine/passage.ts';
import type { Quote } from '../reader-engine/quote.ts';
import { textNodesOf } from '../reader-engine/visible-text.ts';
import type { StoredMark } from './annotation-record.ts';
import { carryOver, correctedWords, findAnywhere, findNear } from './carry-over.ts';

const mark = (clientId: string, documentIndex: number, text: string, change: object = {}): StoredMark =>
  ({ kind: 'mark', clientId, editionId: 1, documentIndex, type: 'note', text, before: '', after: '', ...change }) as StoredMark;

/** An edition: its search text, and its pages with the finder of the reader. The position is the document and the found text. */
function editionOf(documents: readonly string[], trial = false) {
  const letters = new BookLetters(documents);
  const pages = documents.map((text) => {
    const body = document.createElement('div');
    body.append(...text.split('\n').map((line) => Object.assign(document.createElement('p'), { textContent: line })));
    return textNodesOf(body);
  });
  return {
    whole: async () => ({ trial, locate: async (passages: readonly OldPassage[]) => passages.map((one) => locate(letters, one)) }),
    finder: {
      findPassage: async (documentIndex: number, quote: Quote) => {
        const found = findQuote(pages[documentIndex] ?? [], quote);
        return found && { cfi: `${documentIndex}:${found.range.toString()}`, fit: found.fit };
      },
    },
  };
}

const OLD = [
  '雾\n江上起了雾，船都不出港。灯在雾里走，没有人说话。',
  '桥\n她站在旧桥的桥头，没有说话，看着水慢慢地流。天黑以后，桥上的灯亮了。',
  '山\n他抬头看了看天，没有说话，转身走了。山路上只剩下风。',
];
const FRONT = ['版权页。本书已经修订。', '序\n这本书写了十年。', '再版序\n没有说话的人也有话要说。', '人物表\n她，他，船上的人。'];

async function carried(marks: readonly StoredMark[], documents: readonly string[], { trial = false, former = [] as number[] } = {}) {
  const { finder, whole } = editionOf(documents, trial);
  const moved: Record<string, string> = {};
  const result = await carryOver(marks, finder, { editionId: 2, former, whole, change: (clientId, { cfi }) => void (moved[clientId] = cfi) });
  return { moved, ...result };
}

test('#44.10 four new documents in front and a changed sign lose no note, and a deleted passage stays with its text', async () => {
  const marks = [
    mark('bridge', 1, '没有说话', { before: '她站在旧桥的桥头，', after: '，看着水慢慢地流。' }),
    mark('hill', 2, '没有说话', { before: '他抬头看了看天，', after: '，转身走了。山路上只剩下风。' }),
    mark('sign', 1, '天黑以后，桥上的灯亮了。', { before: '看着水慢慢地流。', after: '' }),
    mark('word', 0, '灯在雾里走，没有人说话。', { before: '江上起了雾，船都不出港。', after: '' }),
    mark('gone', 2, '一句从来不在新版里的话', { before: '他抬头看了看天，', after: '' }),
  ];
  const edited = OLD.map((text) => text.replace('以后，桥', '以后——桥').replace('灯在雾里走', '灯在雾中走'));
  expect(await carried(marks, [...FRONT, ...edited])).toEqual({
    moved: { bridge: '5:没有说话', hill: '6:没有说话', sign: '5:天黑以后——桥上的灯亮了。', word: '4:灯在雾中走，没有人说话。' },
    carried: 4,
    lost: ['gone'],
    unread: 0,
  });
});

test('#44.10 two places that fit equally well carry nothing, and the words around decide between refrains', async () => {
  const verse = '风起了，灯还亮着。江上的雾，又起来了。';
  const refrain = mark('refrain', 0, '灯还亮着', { before: '风起了，', after: '。江上的雾，' });
  expect(await carried([refrain], [verse, '别的话。', verse])).toMatchObject({ moved: {}, lost: ['refrain'] });
  const own = mark('own', 0, '灯还亮着', { before: '船开走的那一夜，风起了，', after: '。江上的雾，' });
  expect(await carried([own], [`第一段，${verse}`, `船开走的那一夜，${verse}`])).toMatchObject({ moved: { own: '1:灯还亮着' }, lost: [] });
});

test('#44.10 in a trial a note that is not in the free chapters is neither lost nor waiting', async () => {
  expect(await carried([mark('later', 9, '后面的一章里的话')], OLD, { trial: true })).toEqual({ moved: {}, carried: 0, lost: [], unread: 0 });
});

test('#44.10 the last read text is found in the whole book when documents were added', async () => {
  const { finder, whole } = editionOf([...FRONT, ...OLD]);
  const term = { text: '山路上只剩下风。', before: '', after: '' };
  expect(await findNear(finder, 2, term)).toBeNull();
  expect(await findAnywhere(finder, 2, term, whole)).toEqual({ documentIndex: 6, cfi: '6:山路上只剩下风。' });
});

test('moves notes of a rebuilt edition near their old position, leaves those without a match, and repeats a search that failed', async () => {
  const marks = [mark('same', 1, '桥上的灯亮了'), mark('next', 1, '山路上只剩下风'), mark('gone', 0, '删去的话')];
  marks.push(mark('new', 1, '新的', { editionId: 2 }), mark('page', 1, '', { type: 'bookmark' }), mark('leaf', 1, '桥上的灯', { type: 'bookmark' }));
  expect(await carried(marks, OLD, { former: [1] })).toEqual({
    moved: { same: '1:桥上的灯亮了', next: '2:山路上只剩下风', leaf: '1:桥上的灯' },
    carried: 3,
    lost: ['gone'],
    unread: 0,
  });
  const change = vi.fn();
  const away = { editionId: 2, change, whole: () => Promise.reject(new Error('away')) };
  const { finder } = editionOf(OLD);
  expect(await carryOver(marks.slice(0, 1), finder, away)).toEqual({ carried: 0, lost: [], unread: 1 });
  expect(change).not.toHaveBeenCalled();
});

test('names what happened to the position and the notes', () => {
  expect(correctedWords('by percent', { carried: 2, lost: ['a'], unread: 0 })).toBe(
    '这本书已更新，按进度回到上次读到的附近；2 条笔记已跟到新版；1 条没有找到原文，笔记里可查',
  );
  expect(correctedWords('by words', { carried: 0, lost: [], unread: 0 })).toBe('这本书已更新，已回到上次读到的那一句');
  expect(correctedWords('no', { carried: 0, lost: ['a'], unread: 0 })).toBe('');
  expect(correctedWords('by words', { carried: 3, lost: [], unread: 0 }, true)).toBe('');
  expect(correctedWords('by words', { carried: 3, lost: ['a'], unread: 0 }, true)).toBe('1 条笔记没有找到原文，笔记里可查');
  expect(correctedWords('by words', { carried: 1, lost: [], unread: 2 })).toBe(
    '这本书已更新，已回到上次读到的那一句；1 条笔记已跟到新版；2 条联网后再找',
  );
});

test('searches neighbouring chapters when the text occurs in the same chapter with another context, and uses a weak match only after reading them', async () => {
  const passage = { text: '没有说话', before: '她站在桥上，', after: '。' };
  const fits: Record<number, number> = { 3: 0.05, 4: 0.9 };
  const finder = (away: number | null) => ({
    findPassage: async (at: number) => {
      if (at === away) throw new Error('away');
      return fits[at] === undefined ? null : { cfi: `epubcfi(/6/${at * 2 + 2}!/4/2)`, fit: fits[at] };
    },
  });
  expect(await findNear(finder(null), 3, passage)).toEqual({ documentIndex: 4, cfi: 'epubcfi(/6/10!/4/2)' });
  await expect(findNear(finder(4), 3, passage)).rejects.toThrow('away');
  delete fits[4];
  expect(await findNear(finder(null), 3, passage)).toEqual({ documentIndex: 3, cfi: 'epubcfi(/6/8!/4/2)' });
});
