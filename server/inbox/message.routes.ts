import { myMessages, readMessages } from '../../contract/inbox/message.ts';
import { serve, type App } from '../http/serve.ts';
import { messagesOf, readAll } from './message.service.ts';

export function messageRoutes(app: App): void {
  serve(app, myMessages, ({ context, currentUser, query }) => messagesOf(context, currentUser.userId, query));
  serve(app, readMessages, ({ context, currentUser }) => readAll(context, currentUser.userId));
}
