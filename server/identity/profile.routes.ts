import { getProfile, saveAvatar, savePassword, saveProfile } from '../../contract/identity/profile.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../system/file.service.ts';
import { profileOf, saveAvatar as keepAvatar, savePassword as changePassword, saveProfile as keepProfile } from './profile.service.ts';

export function profileRoutes(app: App): void {
  serve(app, getProfile, ({ house, visitor }) => profileOf(house, visitor));
  serve(app, saveProfile, ({ house, visitor, body }) => keepProfile(house, visitor, body));
  serve(app, savePassword, ({ house, visitor, body }) => changePassword(house, visitor, body.oldPassword, body.newPassword));
  serve(app, saveAvatar, async ({ house, visitor, request }) => ({ imgUrl: await keepAvatar(house, visitor, await onePicture(request)) }));
}
