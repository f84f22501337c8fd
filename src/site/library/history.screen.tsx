import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { browsePrivacy, clearBrowse, forgetBrowse, myBrowse, saveBrowsePrivacy, type HistoryRow } from '../../../contract/library/browse.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { fullDate, timeAgo } from '../../format/date.ts';
import { inLatin } from '../../format/script.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import '../frame/switch.css';
import './history.css';

const history = pagesOf(myBrowse, { query: {} }, PAGE_SIZE, (data): { rows: HistoryRow[]; total: number } => data);
const privacy = queryOf(browsePrivacy, {});
const TYPES = { publication: '作品', notice: '公告', information: '资讯', wechatArticle: '文章' } as const;
const refresh = () => queryClient.invalidateQueries(allOf(myBrowse));

/** Groups rows by day; they are sorted by time already. */
function byDay(rows: readonly HistoryRow[]): { day: string; rows: HistoryRow[] }[] {
  const days: { day: string; rows: HistoryRow[] }[] = [];
  for (const row of rows) {
    const day = row.lastTime.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

/** What the user looked at in the last 90 days: each page once. Private mode keeps no history. */
export function HistoryScreen() {
  const list = useInfiniteQuery(history);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const forget = async (row: HistoryRow): Promise<void> => {
    try {
      await call(forgetBrowse, { params: { browseId: row.browseId } });
      await refresh();
      void toast('已删除');
    } catch (error) {
      void toastError(error);
    }
  };
  const clear = async (): Promise<void> => {
    if (!(await confirm('清空浏览历史？', '清空后不能恢复。书架、笔记和阅读进度不受影响。', '清空'))) return;
    try {
      await call(clearBrowse, {});
      await refresh();
      void toast('已清空');
    } catch (error) {
      void toastError(error);
    }
  };
  return (
    <div className="history-page measure">
      <NavBar title="浏览历史" otherwise="/personalCenter/default">
        <button type="button" className="icon-button" aria-label="清空浏览历史" disabled={rows.length === 0} onClick={() => void clear()}>
          <Icon name="trash" />
        </button>
      </NavBar>
      <PrivateSwitch />
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回我的" />
      ) : !list.data ? (
        <ul className="history-list" aria-busy="true">
          {[1, 2, 3, 4].map((n) => (
            <li key={n} aria-hidden="true">
              <Skeleton width="60%" height={18} top={14} />
              <Skeleton width="30%" height={12} top={10} />
            </li>
          ))}
        </ul>
      ) : rows.length === 0 ? (
        <Empty
          drawing="lamp"
          title="还没有浏览历史"
          reason="看过的书、公告和文章会记在这里，保留 90 天。"
          to="/cms/main/cmsReadingCenter"
          action="去阅读中心"
        />
      ) : (
        <>
          {byDay(rows).map(({ day, rows: found }) => (
            <section key={day} aria-label={fullDate(day)}>
              <h2 className="history-day">{fullDate(day)}</h2>
              <ul className="history-list">
                {found.map((row) => (
                  <li key={row.browseId}>
                    <Row row={row} />
                    <button type="button" className="icon-button" aria-label={`删除“${row.title}”`} onClick={() => void forget(row)}>
                      <Icon name="close" size={20} className="soft" />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <More list={list} end="浏览历史保留 90 天" />
        </>
      )}
    </div>
  );
}

function Row({ row }: { row: HistoryRow }) {
  const words = (
    <>
      <span className="history-title one-line" {...inLatin(row.title)}>
        {row.title}
      </span>
      <span className="meta">
        {TYPES[row.targetType]} · {timeAgo(row.lastTime)}
        {row.link ? '' : ' · 已不能打开'}
      </span>
    </>
  );
  return row.link ? (
    <Link className="history-link" to={row.link}>
      {words}
    </Link>
  ) : (
    <span className="history-link">{words}</span>
  );
}

function PrivateSwitch() {
  const found = useQuery(privacy);
  const save = useMutation({
    mutationFn: (isPrivate: boolean) => call(saveBrowsePrivacy, { body: { isPrivate } }),
    onSuccess: (_done, isPrivate) => {
      queryClient.setQueryData(privacy.queryKey, { isPrivate });
      void toast(isPrivate ? '已打开无痕浏览' : '已关闭无痕浏览');
    },
    onError: (error) => void toastError(error),
  });
  if (!found.data) return null;
  const on = save.isPending ? save.variables : found.data.isPrivate;
  return (
    <div className="switch-row history-private">
      <label htmlFor="history-private">
        无痕浏览
        <span className="meta">打开后不再记录看过的内容，已有的历史不受影响</span>
      </label>
      <input
        id="history-private"
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.target.checked)}
      />
    </div>
  );
}
