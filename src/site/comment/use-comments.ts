import { useState } from 'react';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  appealComment,
  editComment,
  likeComment,
  myComments,
  postComment,
  queryComments,
  queryReplies,
  withdrawComment,
  type CommentCard,
  type CommentTarget,
  type CommentThread,
} from '../../../contract/comment/comment.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { useVisitor } from './use-visitor.ts';

export type CommentSort = 'new' | 'useful';
export interface CommentPageData {
  readonly rows: readonly CommentThread[];
  readonly total: number;
  readonly next: string | null;
}
type Pages = InfiniteData<CommentPageData, string | undefined>;

/** What a reader can do with a comment. Each shows its own success and error message, except those that a composer shows. */
export interface CommentActions {
  readonly signedIn: boolean;
  readonly signIn: () => void;
  /** Sends a comment, or a reply to `parent`. Throws, so that the composer shows the reason and keeps the text. */
  readonly send: (content: string, spoiler: boolean, parent?: CommentCard) => Promise<void>;
  readonly edit: (comment: CommentCard, content: string, spoiler: boolean) => Promise<void>;
  readonly appeal: (comment: CommentCard, reason: string) => Promise<void>;
  readonly like: (comment: CommentCard) => void;
  readonly withdraw: (comment: CommentCard) => Promise<void>;
  readonly report: (comment: CommentCard) => void;
  readonly moreReplies: (thread: CommentThread) => Promise<void>;
}

/** The comments of one target, in one order, with the reader's own unpublished ones. */
export function useComments(targetType: CommentTarget, targetId: number, sort: CommentSort) {
  const { signedIn, signIn } = useVisitor();
  const [reported, setReported] = useState<CommentCard | null>(null);
  const target = { targetType, targetId };
  const queryKey = [queryComments.key, target, sort] as const;
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }): Promise<CommentPageData> =>
      call(queryComments, { query: { ...target, sort, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: CommentPageData) => last.next ?? undefined,
  });
  const own = useQuery({ ...queryOf(myComments, { query: target }), enabled: signedIn });

  /** Changes threads on the screen; `null` removes one. */
  const change = (update: (thread: CommentThread) => CommentThread | null): void => {
    queryClient.setQueryData<Pages>(queryKey, (old) =>
      old ? { ...old, pages: old.pages.map((page) => ({ ...page, rows: page.rows.flatMap((row) => update(row) ?? []) })) } : old,
    );
  };
  const changeOne = (id: number, update: (one: CommentCard) => CommentCard): void =>
    change((thread) =>
      thread.commentId === id
        ? { ...thread, ...update(thread) }
        : { ...thread, replies: thread.replies.map((reply) => (reply.commentId === id ? update(reply) : reply)) },
    );
  const count = (by: number): void =>
    void queryClient.setQueryData<Pages>(queryKey, (old) =>
      old ? { ...old, pages: old.pages.map((page) => ({ ...page, total: page.total + by })) } : old,
    );
  const refetchOwn = () => queryClient.invalidateQueries({ queryKey: queryOf(myComments, { query: target }).queryKey });

  const actions: CommentActions = {
    signedIn,
    signIn,
    async send(content, spoiler, parent) {
      const made = await call(postComment, { body: { ...target, content, spoiler, parentId: parent?.commentId ?? null } });
      if (made.status !== 'visible') {
        void toast('已提交，审核通过后所有人可见');
        await refetchOwn();
        return;
      }
      void toast(parent ? '已回复' : '已发表');
      count(1);
      if (made.rootId === null)
        queryClient.setQueryData<Pages>(queryKey, (old) =>
          old ? { ...old, pages: old.pages.map((page, at) => (at === 0 ? { ...page, rows: [{ ...made, replies: [] }, ...page.rows] } : page)) } : old,
        );
      else
        change((thread) =>
          thread.commentId === made.rootId ? { ...thread, replyNum: thread.replyNum + 1, replies: [...thread.replies, made] } : thread,
        );
    },
    async edit(comment, content, spoiler) {
      const made = await call(editComment, { params: { commentId: comment.commentId }, body: { content, spoiler } });
      void toast(made.status === 'visible' ? '已修改' : '已修改，审核通过后所有人可见');
      changeOne(made.commentId, (one) => ({ ...one, ...made }));
      await refetchOwn();
    },
    async appeal(comment, reason) {
      await call(appealComment, { params: { commentId: comment.commentId }, body: { reason } });
      void toast('申诉已提交，由另一位同事处理');
      await refetchOwn();
    },
    like(comment) {
      if (!signedIn) return signIn();
      const on = !comment.liked;
      const set = (liked: boolean, by: number) => changeOne(comment.commentId, (one) => ({ ...one, liked, likeNum: Math.max(0, one.likeNum + by) }));
      set(on, on ? 1 : -1);
      void call(likeComment, { params: { commentId: comment.commentId }, body: { like: on } }).then(
        ({ likeNum }) => changeOne(comment.commentId, (one) => ({ ...one, likeNum })),
        (error: unknown) => {
          set(!on, on ? -1 : 1);
          void toastError(error);
        },
      );
    },
    async withdraw(comment) {
      const replies = comment.rootId === null && comment.replyNum > 0 ? '下面的回复会保留。' : '';
      if (!(await confirm('删除这条评论？', `删除后不能恢复。${replies}`, '删除'))) return;
      try {
        await call(withdrawComment, { params: { commentId: comment.commentId } });
        if (comment.status === 'visible') count(-1);
        change((thread) => {
          if (thread.commentId === comment.commentId)
            return thread.replyNum > 0 ? { ...thread, status: 'deleted', content: '', nickName: '', mine: false } : null;
          const replies = thread.replies.filter((reply) => reply.commentId !== comment.commentId);
          return replies.length === thread.replies.length ? thread : { ...thread, replyNum: thread.replyNum - 1, replies };
        });
        await refetchOwn();
        void toast('已删除');
      } catch (error) {
        void toastError(error);
      }
    },
    report: (comment) => (signedIn ? setReported(comment) : signIn()),
    async moreReplies(thread) {
      try {
        const last = thread.replies.at(-1)?.commentId;
        const { rows } = await call(queryReplies, { params: { commentId: thread.commentId }, query: last ? { cursor: String(last) } : {} });
        change((one) => {
          if (one.commentId !== thread.commentId) return one;
          const replies = [...one.replies, ...rows.filter((row) => !one.replies.some((known) => known.commentId === row.commentId))];
          // Numbers that differ because of removed replies would offer more replies for ever.
          return { ...one, replies, replyNum: rows.length === 0 ? replies.length : one.replyNum };
        });
      } catch (error) {
        void toastError(error);
      }
    },
  };
  return { list, own: own.data ?? [], actions, reported, closeReport: () => setReported(null) };
}
