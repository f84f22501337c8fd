import { myPreferences, savePreferences } from '../../contract/inbox/notify-preference.ts';
import { serve, type App } from '../http/serve.ts';
import { preferences, storePreferences } from './notify-preference.service.ts';

export function notifyPreferenceRoutes(app: App): void {
  serve(app, myPreferences, ({ context, currentUser }) => preferences(context, currentUser));
  serve(app, savePreferences, ({ context, currentUser, body }) => storePreferences(context, currentUser, body));
}
