import {
  appealComment,
  comment,
  commentEvent,
  editComment,
  likeComment,
  myComments,
  postComment,
  queryComments,
  queryReplies,
  reportComment,
  withdrawComment,
} from '../../contract/comment/comment.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { addComment, appeal, changeComment, like, moreReplies, reportOne, threads, unseenComments, withdraw } from './comment.service.ts';
import { comments } from './comment-list.service.ts';
import { moderateMany } from './moderation.service.ts';

export function commentRoutes(app: App): void {
  serveCrud(app, comment, comments);
  serve(app, queryComments, ({ context, currentUser, query }) => threads(context, currentUser, query, query.sort, query.cursor));
  serve(app, queryReplies, ({ context, currentUser, params, query }) => moreReplies(context, currentUser, params.commentId, query.cursor));
  serve(app, myComments, ({ context, currentUser, query }) => unseenComments(context, currentUser, query));
  serve(app, postComment, ({ context, currentUser, body, request }) => addComment(context, currentUser, request.ip, body));
  serve(app, editComment, ({ context, currentUser, params, body }) => changeComment(context, currentUser, params.commentId, body));
  serve(app, withdrawComment, ({ context, currentUser, params }) => withdraw(context, currentUser, params.commentId));
  serve(app, likeComment, ({ context, currentUser, params, body }) => like(context, currentUser, params.commentId, body.like));
  serve(app, reportComment, ({ context, currentUser, params, body }) => reportOne(context, currentUser, params.commentId, body));
  serve(app, appealComment, ({ context, currentUser, params, body }) => appeal(context, currentUser, params.commentId, body.reason));
  serve(app, commentEvent, (call) => moderateMany(call, 'comment', call.params.ids, call.params.event, call.body?.reason ?? ''));
}
