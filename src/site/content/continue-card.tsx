import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { kept as onDevice } from '../../downloads/stored-downloads.store.ts';
import { timeAgo } from '../../format/date.ts';
import { inLatin } from '../../format/script.ts';
import { readPath } from '../book-tile/book-tile.tsx';
import { Cover } from '../../cover/cover.tsx';
import { CENTRE } from '../frame/places.ts';
import { ProgressBar, progressWords } from '../frame/progress-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { blocks, recentReading } from './home-queries.ts';

/** Where the user stopped last, on any device. Anonymous visitors see it only where there is room. */
export function ContinueCard({ signedIn }: { signedIn: boolean }) {
  const { data, isError } = useQuery({ ...recentReading, enabled: signedIn });
  const { ready } = useSnapshot(onDevice);
  const last = data?.rows[0];
  if (!signedIn)
    return (
      <Invitation wide title="接着上次读" words="登录后，每台设备都能从上次停下的地方读下去。" to="/cmsLogin" action="登录">
        <FreeAtOnce words="不用登录，翻开就读" />
      </Invitation>
    );
  if (last) {
    const { book, progress } = last;
    const kept = ready[book.publishId] === true;
    return (
      <section className="card continue" aria-label="继续读">
        <p className="continue-head wide-only">
          <b className="serif">继续读</b>
          <span className="meta">{timeAgo(progress.updateTime)}读过</span>
        </p>
        <div className="continue-row">
          <Cover book={book} scale="small" eager />
          <div className="continue-words">
            <p className="continue-title">
              <b className="serif one-line" {...inLatin(book.title)}>
                {book.title}
              </b>
              {kept ? <span className="tag tag-brand">可离线</span> : null}
            </p>
            <p className="meta one-line">{progress.chapterTitle || book.authorsText}</p>
            <ProgressBar percent={progress.percent} label={`${inTitleMarks(book.title)}读到`} />
          </div>
          <Link className="button button-wash" to={readPath(book.publishId)} aria-label={`续读${inTitleMarks(book.title)}`}>
            续读
          </Link>
        </div>
        {data && data.rows.length > 1 ? (
          <ul className="continue-others">
            {data.rows.slice(1, 3).map((other) => (
              <li key={other.book.publishId}>
                <Link to={readPath(other.book.publishId)}>
                  <span className="serif one-line" {...inLatin(other.book.title)}>
                    {other.book.title}
                  </span>
                  <span className="meta">{progressWords(other.progress.percent)}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
    );
  }
  // A failed request is not shown as empty: the shelf requests it again and has the downloads of this device.
  if (data || isError)
    return (
      <Invitation
        {...(data
          ? { title: '还没有在读的书', words: '读过的书会停在这里，换一台设备也接得上。', to: CENTRE, action: '去挑一本' }
          : { title: '接着上次读', words: '没有取到您上次读到的地方，请到书架上找那本书。', to: '/personalCenter/favorite', action: '去书架' })}
      >
        <FreeAtOnce words="免费，翻开就读" />
      </Invitation>
    );
  return (
    <div className="card continue" aria-hidden="true">
      <div className="continue-row">
        <Skeleton width={51} height={68} />
        <div className="continue-words">
          <Skeleton width="60%" height={16} />
          <Skeleton width="80%" height={12} top={10} />
          <Skeleton height={4} top={16} />
        </div>
      </div>
    </div>
  );
}

/** Shows two works that are available without an account, where there is room. */
function FreeAtOnce({ words }: { words: string }) {
  const { data } = useQuery(blocks);
  const works = (data ?? []).flatMap((block) => (block.source === 'publication' ? block.books : [])).filter((book) => book.isFree);
  const free = [...new Map(works.map((book) => [book.publishId, book])).values()];
  if (free.length === 0) return null;
  return (
    <div className="continue-free">
      <p className="meta">{words}</p>
      <ul>
        {free.slice(0, 2).map((book) => (
          <li key={book.publishId}>
            <Link to={readPath(book.publishId)} aria-label={`免费读${inTitleMarks(book.title)}`}>
              <Cover book={book} scale="small" eager />
              <span className="continue-words">
                <b className="serif one-line" {...inLatin(book.title)}>
                  {book.title}
                </b>
                <span className="meta one-line">{book.brief || book.authorsText}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface InvitationProps {
  title: string;
  words: string;
  to: string;
  action: string;
  wide?: boolean;
  children?: ReactNode;
}

function Invitation({ title, words, to, action, wide = false, children }: InvitationProps) {
  return (
    <section className={wide ? 'card continue wide-only' : 'card continue'}>
      <div className="continue-row">
        <div className="continue-words">
          <b className="serif continue-title">{title}</b>
          <p className="meta">{words}</p>
        </div>
        <Link className="button button-wash" to={to}>
          {action}
        </Link>
      </div>
      {children}
    </section>
  );
}
