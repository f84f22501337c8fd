import { myPush, subscribePush, unsubscribePush } from '../../contract/inbox/push.ts';
import { serve, type App } from '../http/serve.ts';
import { pushOf, subscribe, unsubscribe } from './push-subscription.service.ts';

export function pushRoutes(app: App): void {
  serve(app, myPush, ({ context, currentUser }) => pushOf(context, currentUser));
  serve(app, subscribePush, ({ context, currentUser, body }) => subscribe(context, currentUser, body));
  serve(app, unsubscribePush, ({ context, currentUser }) => unsubscribe(context, currentUser));
}
