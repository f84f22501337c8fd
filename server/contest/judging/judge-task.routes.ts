import { myTasks, oneTask, recuseTask, saveTask, submitTask, taskFile, taskPackage, taskText } from '../../../contract/contest/judge-task.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { packageFor, recuseFor, saveFor, submitFor, taskFileFor, taskFor, tasksFor, taskTextFor } from './judge-task.service.ts';

export function judgeTaskRoutes(app: App): void {
  serve(app, myTasks, ({ context, currentUser, query }) => tasksFor(context, currentUser, query));
  serve(app, oneTask, ({ context, currentUser, query }) => taskFor(context, currentUser, query));
  serve(app, taskPackage, ({ context, currentUser, query }) => packageFor(context, currentUser, query));
  serve(app, saveTask, ({ context, currentUser, body }) => saveFor(context, currentUser, body));
  serve(app, submitTask, ({ context, currentUser, body, request }) => {
    const header = request.headers['idempotency-key'];
    return submitFor(context, currentUser, body, (typeof header === 'string' ? header.slice(0, 80) : undefined) ?? body.key);
  });
  serve(app, recuseTask, ({ context, currentUser, body }) => recuseFor(context, currentUser, body));
  serve(app, taskFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await taskFileFor(context, currentUser, params.fileId), 'inline'),
  );
  serve(app, taskText, ({ context, currentUser, params }) => taskTextFor(context, currentUser, params.fileId));
}
