import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { KIND_NAMES } from '../../../contract/manuscript/manuscript-limits.ts';
import { AUTHOR_WORDS, type AuthorWord } from '../../../contract/manuscript/manuscript.machine.ts';
import type { OwnManuscript } from '../../../contract/manuscript/own-manuscript.ts';
import { shortDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { More } from '../frame/load-more.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { AuthorTabs } from './author-tabs.tsx';
import { manuscripts } from './author-queries.ts';
import { ManuscriptSheet } from './manuscript-sheet.tsx';

/** #44: the author's manuscripts; new ones start here. */
export function AuthorOnlineScreen() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('word') ?? '';
  const word = AUTHOR_WORDS.find((one) => one === asked) ?? '';
  const [creating, setCreating] = useState(search.get('new') === '1');
  const list = useInfiniteQuery(manuscripts(word));
  const { data, error, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="author">
      <AuthorTabs title="在线创作" />
      <div className="author-part author-acts">
        <button type="button" className="button button-fill" onClick={() => setCreating(true)}>
          新建作品
        </button>
        <label className="author-filter">
          <span className="unseen">按状态筛选</span>
          <select
            className="button button-line"
            value={word}
            onChange={({ target }) => setSearch(target.value ? { word: target.value } : {}, { replace: true })}
          >
            <option value="">全部状态</option>
            {AUTHOR_WORDS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} to="/authorBackground/default" action="回到概览" />
      ) : (
        <Stale error={error} />
      )}
      <div className="author-part">
        {!data && !error ? (
          <div aria-busy="true">
            <Skeleton height={120} />
            <Skeleton height={120} top={12} />
          </div>
        ) : data && rows.length === 0 ? (
          <Empty drawing="lamp" title="新建第一部作品" reason="写好后可以直接投稿，编辑部会在这里告诉您进度。">
            <button type="button" className="button button-fill button-tall" onClick={() => setCreating(true)}>
              新建作品
            </button>
          </Empty>
        ) : (
          <ul className="author-list">
            {rows.map((row) => (
              <ManuscriptCard key={row.archiveId} row={row} />
            ))}
          </ul>
        )}
        {rows.length > 0 ? <More list={list} end={`共 ${data?.pages[0]?.total ?? 0} 部，已经到底了`} /> : null}
      </div>
      {creating ? <ManuscriptSheet before={null} close={() => setCreating(false)} /> : null}
    </div>
  );
}

const ASKS: ReadonlySet<AuthorWord> = new Set(['请您处理']);

function ManuscriptCard({ row }: { row: OwnManuscript }) {
  const writes = row.authorWord === '未投稿' || row.authorWord === '请您处理';
  return (
    <li className="author-card">
      <header>
        <h3 className="serif">{row.title}</h3>
        <span className={ASKS.has(row.authorWord) ? 'author-word asks' : 'author-word'}>{row.authorWord}</span>
      </header>
      <p className="meta">
        {KIND_NAMES[row.kind]} · {count(row.wordCount)} 字 · {shortDate(row.updateTime)}
        {row.archiveNo ? ` · ${row.archiveNo}` : ''}
      </p>
      <p>
        {row.nextStep}
        {row.usualDays === null ? '' : `一般 ${row.usualDays} 天。`}
      </p>
      <div className="author-acts">
        <Link className={`button ${writes ? 'button-fill' : 'button-line'}`} to={`/cms/main/archiveEdit?archiveId=${row.archiveId}`}>
          {writes ? '继续写' : '看正文'}
        </Link>
        <Link className="button button-line" to={`/authorBackground/publish?archiveId=${row.archiveId}`}>
          {writes ? '投稿与进度' : '进度'}
        </Link>
      </div>
    </li>
  );
}
