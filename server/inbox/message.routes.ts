import { myMessages, readMessages, readSomeMessages, removeMessages, unreadMessages } from '../../contract/inbox/message.ts';
import { serve, type App } from '../http/serve.ts';
import { messagesOf, readAll, readSome, removeSome, unreadOf } from './message.service.ts';

export function messageRoutes(app: App): void {
  serve(app, myMessages, ({ context, currentUser, query }) => messagesOf(context, currentUser.userId, query));
  serve(app, unreadMessages, ({ context, currentUser }) => unreadOf(context, currentUser.userId));
  serve(app, readMessages, ({ context, currentUser }) => readAll(context, currentUser.userId));
  serve(app, readSomeMessages, ({ context, currentUser, params }) => readSome(context, currentUser.userId, params.ids));
  serve(app, removeMessages, ({ context, currentUser, params }) => removeSome(context, currentUser.userId, params.ids));
}
