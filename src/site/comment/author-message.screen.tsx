import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { likeAuthorMessage, queryAuthorMessages, withdrawAuthorMessage, type AuthorNote } from '../../../contract/comment/author-message.ts';
import { API_PREFIX, PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { timeAgo } from '../../format/date.ts';
import { Avatar } from '../frame/avatar.tsx';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { Comments } from './comments.tsx';
import { useVisitor } from './use-visitor.ts';
import { loadable } from '../../loading/loadable.ts';
import './comment.css';
import './author-message.css';

const NoteSheet = loadable(async () => (await import('./note-sheet.tsx')).NoteSheet);

const notes = pagesOf(queryAuthorMessages, { query: {} }, PAGE_SIZE, (data): { rows: AuthorNote[]; total: number } => data);
const STATES: Readonly<Record<string, string>> = {
  pending: '正在审核，通过后所有人可见',
  rejected: '没有通过审核',
  folded: '已折叠',
  appealed: '申诉正在处理',
};
const refresh = () => queryClient.invalidateQueries(allOf(queryAuthorMessages));

/** #11: notes of authors. Authors post, change and delete their own; readers like and answer them. */
export function AuthorMessageScreen() {
  const list = useInfiniteQuery(notes);
  const { roles, signedIn } = useVisitor();
  const [written, setWritten] = useState<AuthorNote | 'new' | null>(null);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  // What the server wrote into the page does not say which notes are the reader's own.
  useEffect(() => {
    if (signedIn) void refresh();
  }, [signedIn]);
  const author = roles.includes('author');
  return (
    <div className="author-notes-page measure">
      <NavBar title="作者留言" />
      {list.data ? <Stale error={list.error} /> : null}
      {author ? (
        <div className="author-notes-write">
          <button type="button" className="button button-fill button-tall" onClick={() => setWritten('new')}>
            <Icon name="note" size={20} />
            写留言
          </button>
        </div>
      ) : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <div aria-busy="true" className="author-notes">
          {[1, 2, 3].map((n) => (
            <div key={n} className="note-card">
              <Skeleton width="30%" height={18} />
              <Skeleton width="90%" height={14} top={14} />
              <Skeleton width="60%" height={14} top={8} />
            </div>
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty drawing="lamp" title="还没有作者留言" reason="作者写给读者的话会出现在这里。" to="/cms/main/cmsReadingCenter" action="去阅读中心" />
      ) : (
        <>
          <ul className="author-notes">
            {rows.map((note) => (
              <li key={note.messageId}>
                <NoteCard note={note} onEdit={() => setWritten(note)} />
              </li>
            ))}
          </ul>
          <More list={list} end="没有更早的留言了" />
        </>
      )}
      {written ? <NoteSheet before={written === 'new' ? null : written} close={() => setWritten(null)} done={refresh} /> : null}
    </div>
  );
}

function NoteCard({ note, onEdit }: { note: AuthorNote; onEdit: () => void }) {
  const { messageId, authorName, content, images, mine, status } = note;
  const { signedIn, signIn } = useVisitor();
  const { hash } = useLocation();
  const [open, setOpen] = useState(hash === `#message-${messageId}`);
  const [liked, setLiked] = useState<{ on: boolean; num: number } | null>(null);
  const on = liked?.on ?? note.liked;
  const num = liked?.num ?? note.likeNum;
  const like = async () => {
    if (!signedIn) return signIn();
    setLiked({ on: !on, num: Math.max(0, num + (on ? -1 : 1)) });
    try {
      const { likeNum } = await call(likeAuthorMessage, { params: { messageId }, body: { like: !on } });
      setLiked({ on: !on, num: likeNum });
    } catch (error) {
      setLiked({ on, num });
      void toastError(error);
    }
  };
  const remove = async () => {
    if (!(await confirm('删除这条留言？', '删除后不能恢复，下面的回复也不再显示。', '删除'))) return;
    try {
      await call(withdrawAuthorMessage, { params: { messageId } });
      void toast('已删除');
      await refresh();
    } catch (error) {
      void toastError(error);
    }
  };
  return (
    <article className="note-card" id={`message-${messageId}`}>
      <header>
        <Avatar name={authorName} picture={note.avatar} size={40} />
        <div>
          <strong>{authorName}</strong>
          <span className="meta">
            {timeAgo(note.createTime)}
            {note.topFlag ? ' · 置顶' : ''}
          </span>
        </div>
      </header>
      {note.title ? <h2>{note.title}</h2> : null}
      {mine && STATES[status] ? (
        <p className="comment-state">
          {STATES[status]}
          {note.rejectReason ? `：${note.rejectReason}` : ''}
        </p>
      ) : null}
      <p className="note-text">{content}</p>
      {images.length > 0 ? (
        <div className="note-images">
          {images.map((src, index) => (
            <a key={src} href={API_PREFIX + src} target="_blank" rel="noreferrer">
              <img src={API_PREFIX + src} alt={`${authorName}的图片${index + 1}`} loading="lazy" />
            </a>
          ))}
        </div>
      ) : null}
      <div className="comment-acts">
        {status === 'visible' ? (
          <>
            <button type="button" aria-pressed={on} aria-label={num > 0 ? `喜欢，${num} 人` : '喜欢'} onClick={() => void like()}>
              <Icon name={on ? 'heartFull' : 'heart'} size={18} /> {num > 0 ? num : '喜欢'}
            </button>
            <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              {note.replyNum > 0 ? `${note.replyNum} 条回复` : '回复'}
            </button>
          </>
        ) : null}
        {mine ? (
          <>
            {status === 'visible' || status === 'pending' ? (
              <button type="button" onClick={onEdit}>
                修改
              </button>
            ) : null}
            <button type="button" onClick={() => void remove()}>
              删除
            </button>
          </>
        ) : null}
      </div>
      {open && status === 'visible' ? (
        <Comments targetType="message" targetId={messageId} title="回复" empty="还没有回复，来写第一条" placeholder={`回复 ${authorName}`} />
      ) : null}
    </article>
  );
}
