import { userCount } from '../../contract/system/user.ts';
import { serve, type App } from '../http/serve.ts';
import { enabledUsers } from './user.service.ts';

export function userRoutes(app: App): void {
  serve(app, userCount, ({ house }) => enabledUsers(house));
}
