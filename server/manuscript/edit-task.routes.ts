import {
  addStageTask,
  askQuery,
  assignEditorTo,
  editList,
  editors,
  editWork,
  queryEvent,
  saveCompleteness,
  savePermissions,
  tickTask,
} from '../../contract/manuscript/edit-task.ts';
import { serve, type App } from '../http/serve.ts';
import {
  addTask,
  askAuthor,
  assignByManager,
  editorPeople,
  editorTasks,
  storeCompleteness,
  storePermissions,
  storeTick,
  transitionQuery,
  workOf,
} from './edit-task.service.ts';

export function editTaskRoutes(app: App): void {
  serve(app, editList, ({ context, currentUser, query }) => editorTasks(context, currentUser, query));
  serve(app, editors, ({ context }) => editorPeople(context));
  serve(app, editWork, ({ context, currentUser, params }) => workOf(context, currentUser, params.archiveId));
  serve(app, assignEditorTo, (call) => assignByManager(call, call.body));
  serve(app, saveCompleteness, (call) => storeCompleteness(call, call.body));
  serve(app, tickTask, (call) => storeTick(call, call.body.taskId, call.body.done));
  serve(app, addStageTask, (call) => addTask(call, call.body));
  serve(app, askQuery, (call) => askAuthor(call, call.body));
  serve(app, queryEvent, (call) => transitionQuery(call, call.params.queryId, call.params.event, call.body.text));
  serve(app, savePermissions, (call) => storePermissions(call, call.body.archiveId, call.body.items));
}
