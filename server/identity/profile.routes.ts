import { endMySession, getProfile, mySessions, saveAvatar, savePassword, saveProfile } from '../../contract/identity/profile.ts';
import { unlockScreen } from '../../contract/identity/session.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../files/multipart-file.ts';
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
  serve(app, getProfile, ({ context, currentUser }) => profileOf(context, currentUser));
  serve(app, saveProfile, ({ context, currentUser, body }) => keepProfile(context, currentUser, body));
  serve(app, savePassword, ({ context, currentUser, body }) => changePassword(context, currentUser, body.oldPassword, body.newPassword));
  serve(app, saveAvatar, async ({ context, currentUser, request }) => ({
    imgUrl: await keepAvatar(context, currentUser, await onePicture(request)),
  }));
  serve(app, mySessions, ({ context, currentUser }) => sessionsOfMine(context, currentUser));
  serve(app, endMySession, ({ context, currentUser, params }) => endSession(context, currentUser, params.sessionId));
  serve(app, unlockScreen, async ({ context, currentUser, body }) => {
    await unlock(context, currentUser, body.password);
    return { msg: '解锁成功' };
  });
}
