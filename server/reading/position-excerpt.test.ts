import { expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';
import { lineAt } from './position-excerpt.service.ts';

const TEXT = '第一章\n江上起了雾，船都不出港。\n短句。\n灯在雾里走，像有人提着，从这一头到那一头，一直走到天亮也没有人回来。';

test.each([
  [0, '江上起了雾，船都不出港。'],
  [5, '起了雾，船都不出港。'],
  [14, '灯在雾里走，像有人提着，从这一头到那一头，一直走到天亮也没有人回来。'],
  [22, '走，像有人提着，从这一头到那一头，一直走到天亮也没有人回来。'],
  [500, ''],
  [-3, '江上起了雾，船都不出港。'],
])('returns enough text after %i characters to find the position again', (wanted, words) => {
  expect(lineAt(TEXT, wanted)).toBe(words);
});

test('returns the text at a position only for a superseded edition', async () => {
  const town = await testContext();
  await town.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  await town.addUser({ userName: 'reader' });
  const [editor, reader] = [await town.as('editor'), await town.as('reader')];
  const chapters = { 'c1.xhtml': '<p>开头的一句话在这里。</p>', 'c2.xhtml': '<p>江上起了雾，船都不出港。</p><p>灯在雾里走，像有人提着。</p>' };
  const publishId = (await prepareFile(town, editor, await makeEpub({ chapters }))).publishId ?? 0;
  const { editionId } = await town.context.db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  const sell = (values: { isFree?: '0' | '1'; trialChapters?: number; status?: 'listed' | 'delisted' }) =>
    town.context.db
      .updateTable('publication')
      .set({ status: 'listed', isFree: '0', trialChapters: 0, ...values })
      .where('id', '=', publishId)
      .execute();
  await sell({ isFree: '1' });
  const place = { publishId, editionId, cfi: 'epubcfi(/6/4!/4/4/1:0)', percent: 64.7, documentIndex: 1, clock: 5 };
  await town.app.inject({ method: 'PUT', url: '/prod-api/info/progress', headers: reader, payload: place });
  const words = async (): Promise<string> => {
    const answer = await town.app.inject({ url: `/prod-api/info/progress?publishId=${publishId}`, headers: reader });
    return answer.json<{ data: { words: string } }>().data.words;
  };
  expect(await words()).toBe('');
  const corrected = { ...chapters, 'c0.xhtml': '<p>新添的序。</p>' };
  await prepareFile(town, editor, await makeEpub({ chapters: corrected }), { publishId });
  const here = '灯在雾里走，像有人提着。';
  expect(await words()).toBe(here);
  // Otherwise a book could be read line by line through positions in its older edition.
  await sell({ trialChapters: 1 });
  expect(await words()).toBe('');
  await sell({ trialChapters: 2 });
  expect(await words()).toBe(here);
  await sell({ trialChapters: 2, status: 'delisted' });
  expect(await words()).toBe('');
  await town.close();
});
