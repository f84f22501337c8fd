import { useState } from 'react';
import type { CommentCard, CommentThread } from '../../../contract/comment/comment.ts';
import { timeAgo } from '../../format/date.ts';
import { Avatar } from '../frame/avatar.tsx';
import { Icon } from '../frame/icon.tsx';
import { CommentComposer } from './comment-composer.tsx';
import type { CommentActions } from './use-comments.ts';

/** What only the writer sees about a comment that others do not. */
const STATES: Readonly<Record<string, string>> = { pending: '正在审核，通过后所有人可见', rejected: '没有通过审核', appealed: '申诉正在处理' };

interface Props {
  readonly comment: CommentCard;
  readonly actions: CommentActions;
}

/** One comment or reply with what the reader can do with it. */
export function CommentRow({ comment, actions }: Props) {
  const [mode, setMode] = useState<'read' | 'reply' | 'edit' | 'appeal'>('read');
  const [open, setOpen] = useState(false);
  const { commentId, nickName, content, status, mine } = comment;
  const end = () => setMode('read');
  if (status === 'deleted')
    return (
      <article className="comment-row" id={`comment-${commentId}`}>
        <p className="meta">该评论已删除</p>
      </article>
    );
  const covered = (comment.spoiler || status === 'folded') && !open && !mine;
  return (
    <article className="comment-row" id={`comment-${commentId}`} aria-label={`${nickName}的评论`}>
      <Avatar name={nickName} picture={comment.avatar} size={comment.rootId === null ? 36 : 28} />
      <div className="comment-body">
        <div className="comment-who">
          <strong>{nickName}</strong>
          {comment.replyTo ? <span className="meta">回复 {comment.replyTo}</span> : null}
          {comment.score ? <span className="meta comment-score">{'★'.repeat(comment.score)}</span> : null}
          <span className="meta">
            {timeAgo(comment.createTime)}
            {comment.edited ? ' · 已修改' : ''}
          </span>
        </div>
        {mine && STATES[status] ? (
          <p className="comment-state">
            {STATES[status]}
            {comment.rejectReason ? `：${comment.rejectReason}` : ''}
          </p>
        ) : null}
        {mode === 'edit' ? (
          <CommentComposer
            draft={`comment edit ${commentId}`}
            label="修改评论"
            before={{ content, spoiler: comment.spoiler }}
            verb="保存"
            opened
            onSend={async (text, spoiler) => {
              await actions.edit(comment, text, spoiler);
              end();
            }}
            onCancel={end}
          />
        ) : covered ? (
          <button type="button" className="comment-cover" onClick={() => setOpen(true)}>
            {status === 'folded' ? '这条评论被多位读者举报，已折叠。仍要查看' : '这条评论含剧透，点按查看'}
          </button>
        ) : (
          <p className="comment-text">{content}</p>
        )}
        <div className="comment-acts">
          {status === 'visible' || status === 'folded' ? (
            <>
              <button
                type="button"
                aria-pressed={comment.liked}
                aria-label={comment.likeNum > 0 ? `有用，${comment.likeNum} 人` : '有用'}
                onClick={() => actions.like(comment)}
              >
                <Icon name={comment.liked ? 'heartFull' : 'heart'} size={16} /> {comment.likeNum > 0 ? comment.likeNum : '有用'}
              </button>
              {status === 'visible' ? (
                <button type="button" onClick={() => (actions.signedIn ? setMode('reply') : actions.signIn())}>
                  回复
                </button>
              ) : null}
            </>
          ) : null}
          {mine ? (
            <>
              {status === 'visible' || status === 'pending' ? (
                <button type="button" onClick={() => setMode('edit')}>
                  修改
                </button>
              ) : null}
              {status === 'rejected' || status === 'folded' ? (
                <button type="button" onClick={() => setMode('appeal')}>
                  申诉
                </button>
              ) : null}
              <button type="button" onClick={() => void actions.withdraw(comment)}>
                删除
              </button>
            </>
          ) : status === 'visible' ? (
            <button type="button" onClick={() => actions.report(comment)}>
              举报
            </button>
          ) : null}
        </div>
        {mode === 'reply' ? (
          <CommentComposer
            draft={`comment reply ${commentId}`}
            label={`回复 ${nickName}`}
            verb="回复"
            opened
            onSend={async (text, spoiler) => {
              await actions.send(text, spoiler, comment);
              end();
            }}
            onCancel={end}
          />
        ) : null}
        {mode === 'appeal' ? (
          <CommentComposer
            draft={`comment appeal ${commentId}`}
            label="说明申诉的理由，至少 5 个字"
            verb="提交申诉"
            opened
            onSend={async (text) => {
              await actions.appeal(comment, text);
              end();
            }}
            onCancel={end}
          />
        ) : null}
      </div>
    </article>
  );
}

/** A comment with its replies; the replies after the first two are requested when the reader opens them. */
export function CommentThreadView({ thread, actions }: { thread: CommentThread; actions: CommentActions }) {
  const more = thread.replyNum - thread.replies.length;
  return (
    <li className="comment-thread">
      <CommentRow comment={thread} actions={actions} />
      {thread.replies.length > 0 ? (
        <ol className="comment-replies" aria-label={`${thread.nickName || '已删除的评论'}下的回复`}>
          {thread.replies.map((reply) => (
            <li key={reply.commentId}>
              <CommentRow comment={reply} actions={actions} />
            </li>
          ))}
        </ol>
      ) : null}
      {more > 0 ? (
        <button type="button" className="comment-more" onClick={() => void actions.moreReplies(thread)}>
          查看其余 {more} 条回复
        </button>
      ) : null}
    </li>
  );
}
