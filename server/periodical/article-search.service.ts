import type { FoundPaper } from '../../contract/discovery/across.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { fold } from '../search/tokenizer.ts';
import { publishedWith, retractedAmong } from './article-search.queries.ts';
import { issueLabel } from './issue-label.ts';
import { authorsOf, authorsText } from './submission-step.service.ts';

/** Where the keyword was found; a title is found by the ranking itself. */
export type PaperMatch = 'title' | 'author' | 'text';

const EXCERPT = 120;
/** Characters before the keyword in an excerpt. */
const BEFORE = 30;

/** The part of the abstract with the keyword, or its beginning. */
function excerptOf(abstract: string, keyword: string): string {
  const at = Math.max(0, fold(abstract).indexOf(fold(keyword)) - BEFORE);
  return `${at > 0 ? '…' : ''}${abstract.slice(at, at + EXCERPT)}${abstract.length > at + EXCERPT ? '…' : ''}`;
}

/**
 * Published articles with the keyword in title, authors' names, keywords or abstract, the newest first. The stored list of authors also has
 * addresses and units that are not public, so that a row is kept only when a public text has the keyword.
 */
export async function papersWith({ db }: AppContext, keyword: string, most: number): Promise<{ paper: FoundPaper; match: PaperMatch }[]> {
  const asked = fold(keyword);
  const has = (text: string): boolean => fold(text).includes(asked);
  const found = (await publishedWith(db, keyword))
    .flatMap((row) => {
      const match: PaperMatch | null =
        has(row.title) || has(row.titleEn)
          ? 'title'
          : authorsOf(row).some(({ name, nameEn }) => has(name) || has(nameEn))
            ? 'author'
            : [row.abstract, row.abstractEn, ...(JSON.parse(row.keywords) as string[]), ...(JSON.parse(row.keywordsEn) as string[])].some(has)
              ? 'text'
              : null;
      return match ? { row, match } : [];
    })
    .slice(0, most);
  const retracted = await retractedAmong(
    db,
    found.map(({ row }) => row.id),
  );
  return found.map(({ row, match }) => ({
    match,
    paper: {
      articleId: row.id,
      title: row.title,
      titleEn: row.titleEn,
      authorsText: authorsText(row),
      journalName: row.journalName,
      issueLabel: row.year && row.issueNo ? issueLabel({ year: row.year, volume: row.volume ?? 0, issueNo: row.issueNo }) : '',
      abstract: excerptOf(row.abstract, keyword),
      publishedAt: row.publishDate || wireTime(row.publishedAt).slice(0, 10),
      retracted: retracted.has(row.id),
    },
  }));
}
