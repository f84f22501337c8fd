import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { FoundPaper as Paper } from '../../../contract/discovery/across.ts';
import { articlePath } from '../../../contract/periodical/periodical.site.ts';
import { More } from '../frame/load-more.tsx';
import { Failed } from '../frame/state.tsx';
import { BookRowSkeleton } from '../book-tile/book-row.tsx';
import { foundAcross } from './catalog-queries.ts';
import { FoundNothing, Marked } from './search-results.tsx';

/** A published article; a retracted one stays findable and says so. */
export function FoundPaper({ paper, keyword }: { paper: Paper; keyword: string }) {
  return (
    <Link className="found-passage" to={articlePath(paper.articleId)}>
      <span className="found-title one-line">
        {paper.retracted ? <b className="found-retracted">已撤稿</b> : null}
        <Marked text={paper.title} keyword={keyword} />
      </span>
      <span className="meta one-line">
        论文 · <Marked text={paper.authorsText} keyword={keyword} />
        {[paper.journalName, paper.issueLabel].filter(Boolean).map((words) => ` · ${words}`)}
      </span>
      <span className="found-why one-line">
        <Marked text={paper.abstract} keyword={keyword} />
      </span>
    </Link>
  );
}

/** Published articles with the search term in the title, the authors, the keywords or the abstract. */
export function AllPapers({ keyword }: { keyword: string }) {
  const list = useInfiniteQuery(foundAcross(keyword, 'paper'));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows.flatMap((one) => (one.kind === 'paper' ? one.paper : [])));
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((paper) => (
        <FoundPaper key={paper.articleId} paper={paper} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}
