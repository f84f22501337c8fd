import { endMySession, getProfile, mySessions, saveAvatar, savePassword, saveProfile } from '../../contract/identity/profile.ts';
import { unlockScreen } from '../../contract/identity/session.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../system/file.service.ts';
import {
  endMySession as endSession,
  mySessions as sessionsOfMine,
  profileOf,
  saveAvatar as keepAvatar,
  savePassword as changePassword,
  saveProfile as keepProfile,
  unlock,
} from './profile.service.ts';

export function profileRoutes(app: App): void {
  serve(app, getProfile, ({ house, visitor }) => profileOf(house, visitor));
  serve(app, saveProfile, ({ house, visitor, body }) => keepProfile(house, visitor, body));
  serve(app, savePassword, ({ house, visitor, body }) => changePassword(house, visitor, body.oldPassword, body.newPassword));
  serve(app, saveAvatar, async ({ house, visitor, request }) => ({ imgUrl: await keepAvatar(house, visitor, await onePicture(request)) }));
  serve(app, mySessions, ({ house, visitor }) => sessionsOfMine(house, visitor));
  serve(app, endMySession, ({ house, visitor, params }) => endSession(house, visitor, params.sessionId));
  serve(app, unlockScreen, async ({ house, visitor, body }) => {
    await unlock(house, visitor, body.password);
    return { msg: '解锁成功' };
  });
}
