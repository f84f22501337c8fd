import { myMessages, readMessages } from '../../contract/content/message.ts';
import { serve, type App } from '../http/serve.ts';
import { messagesOf, readAll } from './message.service.ts';

export function messageRoutes(app: App): void {
  serve(app, myMessages, ({ house, visitor, query }) => messagesOf(house, visitor.userId, query));
  serve(app, readMessages, ({ house, visitor }) => readAll(house, visitor.userId));
}
