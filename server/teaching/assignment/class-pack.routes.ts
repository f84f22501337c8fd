import { classPack } from '../../../contract/teaching/class-pack.ts';
import { serve, type App } from '../../http/serve.ts';
import { packFor } from './class-pack.service.ts';

export function classPackRoutes(app: App): void {
  serve(app, classPack, ({ context, currentUser, params }) => packFor(context, currentUser, params.classId));
}
