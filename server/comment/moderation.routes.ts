import { claimItem, judgeItem, moderationQueue, releaseItem } from '../../contract/comment/moderation.ts';
import { serve, type App } from '../http/serve.ts';
import { claim, judge, queue, release } from './moderation-queue.service.ts';

export function moderationRoutes(app: App): void {
  serve(app, moderationQueue, ({ context, currentUser, query }) => queue(context, currentUser, query.status));
  serve(app, claimItem, ({ context, currentUser, params }) => claim(context, currentUser, params.kind, params.id));
  serve(app, releaseItem, ({ context, currentUser, params }) => release(context, currentUser, params.kind, params.id));
  serve(app, judgeItem, (call) => judge(call, call.params.kind, call.params.id, call.body));
}
