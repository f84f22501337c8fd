import { myPreferences, savePreferences, unsubscribe, unsubscribePage } from '../../contract/inbox/notify-preference.ts';
import { serve, type App } from '../http/serve.ts';
import { stopMails } from './mail-unsubscribe.service.ts';
import { preferences, storePreferences } from './notify-preference.service.ts';

export function notifyPreferenceRoutes(app: App): void {
  serve(app, myPreferences, ({ context, currentUser }) => preferences(context, currentUser));
  serve(app, unsubscribe, ({ context, query, request }) => stopMails(context, query.token, request.ip));
  serve(app, unsubscribePage, async ({ reply }) => reply.redirect('/personalCenter/message', 303));
  serve(app, savePreferences, ({ context, currentUser, body }) => storePreferences(context, currentUser, body));
}
