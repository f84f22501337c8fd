import { yuan } from '../../../contract/money.ts';
import type { EarningSourceOf } from '../../ledger/earning-source.ts';
import { paidArticlesBefore } from './article-fee.queries.ts';

/** The fees of published articles, as they were set when the issue appeared; they go to the person who submitted the article. */
export const articleEarnings: EarningSourceOf = {
  key: 'article',
  events: async (db, until) =>
    (await paidArticlesBefore(db, until)).map((row) => ({
      userId: row.ownerId,
      name: row.nickName ?? '',
      sourceId: row.id,
      title: row.title,
      at: row.publishedAt ?? 0,
      fen: row.payFen,
      taxCategory: 'author',
      taxSubject: `journal:${row.journalId}`,
      steps: [{ label: `《${row.journalName}》${row.articleNo}`, formula: `${row.wordCount}字，刊出时计${yuan(row.payFen)}元`, fen: row.payFen }],
      shareBp: 10_000,
    })),
};
