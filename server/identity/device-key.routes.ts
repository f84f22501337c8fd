import { hkdfSync } from 'node:crypto';
import { deviceKey } from '../../contract/identity/device-key.ts';
import { serve, type App } from '../http/serve.ts';

/** The key is derived from the installation's secret and the user; it is not stored and does not change. */
export function deviceKeyRoutes(app: App): void {
  serve(app, deviceKey, async ({ context, currentUser }) => ({
    key: Buffer.from(hkdfSync('sha256', context.settings.secret, '', `device-key/${currentUser.userId}`, 32)).toString('base64'),
  }));
}
