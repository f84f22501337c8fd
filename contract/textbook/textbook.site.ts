import { closedHead, openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';
import { PRACTICE_PATH } from './practice-path.ts';

export const TEXTBOOKS_PATH = '/cms/main/DigitalTeachingMaterials';
/** The page of courses and classes; `?join=1` opens the form for a class code. */
export const JOIN_CLASS_PATH = '/cms/main/IntelligentDigitalTeachingPlatform?join=1';

/** T8: the banks of a teacher. */
export const TEACH_BANK_PATH = '/cms/main/teach/bank';

/** The first page of the list without filters. */
export const TEXTBOOKS_FIRST = { query: { kind: 'textbook', sort: 'new', pageNum: 1, pageSize: PAGE_SIZE } } as const;

export const TEXTBOOK_PAGES: readonly SitePage[] = [
  {
    path: TEXTBOOKS_PATH,
    head: openHead('数字教材', '数字教材,随文音频,练习', '按学段、学科找教材，课文旁边就能听、能看、能练，断网也能学。'),
    screen: 'textbook/textbook-list.screen.tsx',
    first: (_params, query) =>
      ['stage', 'subject', 'term', 'text'].some((name) => query.get(name) !== null)
        ? [['GET /cms/textbook/facets', {}]]
        : [
            ['GET /cms/textbook/facets', {}],
            ['GET /cms/publish/queryPublishList', TEXTBOOKS_FIRST],
          ],
    keep: ['stage', 'subject', 'term'],
  },
  { path: PRACTICE_PATH, head: closedHead('练习'), screen: 'textbook/practice.screen.tsx' },
  { path: TEACH_BANK_PATH, head: closedHead('我的题库'), screen: 'textbook/bank.screen.tsx' },
];
