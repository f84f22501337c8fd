import { Link } from 'react-router-dom';
import { storedOf } from '../../annotations/annotations.store.ts';
import { textAfter, textBefore } from '../../book-search/surrounding-text.ts';
import type { StoredErratum } from '../../annotations/annotation-record.ts';
import { newestFirst, withdrawErratum } from '../../annotations/marks.ts';
import { passagePath } from '../../annotations/passage-address.ts';
import { timeAgo } from '../../format/date.ts';
import { inLatin } from '../../format/script.ts';
import { confirm } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { EmptyList } from './empty-list.tsx';
import { useAnnotations } from '../../annotations/use-annotations.ts';
import { useWorks } from './use-works.ts';
import './annotation.css';

const STATES = { pending: '待处理', accepted: '已采纳', rejected: '不采纳' } as const;

/** The errors that the user reported, with the replies. */
export function ErrataScreen() {
  const ready = useAnnotations();
  const errata = newestFirst(storedOf('erratum'));
  const { works } = useWorks([...new Set(errata.map((one) => one.publishId))]);
  const withdraw = async (one: StoredErratum): Promise<void> => {
    if (await confirm('撤回这条反馈？', '编辑将看不到它。', '撤回')) withdrawErratum(one);
  };
  return (
    <div className="measure own-list">
      <NavBar title="错字反馈" otherwise="/personalCenter/default" />
      {!ready ? (
        <div className="own-part">
          <Skeleton height={120} />
        </div>
      ) : errata.length === 0 ? (
        <EmptyList
          what="错字反馈"
          title="还没有反馈过错字"
          reason="读书时选中有错的文字，点“错字”，编辑会看到并答复您。"
          to="/personalCenter/favorite"
          action="去书架"
        />
      ) : (
        <ul className="errata">
          {errata.map((one) => (
            <li key={one.clientId} className="card own-part">
              <div className="erratum-head">
                <span className="erratum-state" data-state={one.status}>
                  {one.sent ? STATES[one.status] : one.refused ? '没有送达' : '联网后送达'}
                </span>
                <span className="meta">{timeAgo(one.createTime)}</span>
              </div>
              <p className="word-sentence serif" {...inLatin(one.before + one.text + one.after)}>
                {textBefore(one.before)}
                <b>{one.text}</b>
                {textAfter(one.after)}
              </p>
              <p>{one.wrong}</p>
              {one.refused ? <p className="note-lost">{one.refused}</p> : null}
              {one.reply ? (
                <p className="erratum-reply">
                  <b>编辑答复：</b>
                  {one.reply}
                </p>
              ) : null}
              <div className="note-row-foot">
                <Link className="meta one-line word-source" to={passagePath(one)}>
                  <span {...inLatin(works.get(one.publishId)?.title ?? '')}>{works.get(one.publishId)?.title ?? '书中'}</span> ·{' '}
                  <span {...inLatin(one.chapterTitle)}>{one.chapterTitle}</span>
                </Link>
                {one.status === 'pending' ? (
                  <button type="button" className="text-link" onClick={() => void withdraw(one)}>
                    撤回
                  </button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
