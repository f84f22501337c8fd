import {
  authorMessage,
  authorMessageEvent,
  editAuthorMessage,
  likeAuthorMessage,
  postAuthorMessage,
  queryAuthorMessages,
  withdrawAuthorMessage,
} from '../../contract/comment/author-message.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { authorMessages, changeMessage, likeMessage, postMessage, publicMessages, withdrawMessage } from './author-message.service.ts';
import { moderateMany } from './moderation.service.ts';

export function authorMessageRoutes(app: App): void {
  serveCrud(app, authorMessage, authorMessages);
  serve(app, queryAuthorMessages, ({ context, currentUser, query }) => publicMessages(context, currentUser, query));
  serve(app, postAuthorMessage, ({ context, currentUser, body }) => postMessage(context, currentUser, body));
  serve(app, editAuthorMessage, ({ context, currentUser, params, body }) => changeMessage(context, currentUser, params.messageId, body));
  serve(app, withdrawAuthorMessage, ({ context, currentUser, params }) => withdrawMessage(context, currentUser, params.messageId));
  serve(app, likeAuthorMessage, ({ context, currentUser, params, body }) => likeMessage(context, currentUser, params.messageId, body.like));
  serve(app, authorMessageEvent, (call) => moderateMany(call, 'authorMessage', call.params.ids, call.params.event, call.body?.reason ?? ''));
}
