import * as contract from '../../contract/inbox/todo.ts';
import { epochOf } from '../db/clock.ts';
import { invalid } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { countTodos, listTodos, listViews, removeView, saveView, setFollowUp } from './todo.service.ts';

function moment(date: string): number {
  const at = epochOf(date);
  if (at === null) throw invalid('跟进日期不正确');
  return at;
}

export function todoRoutes(app: App): void {
  serve(app, contract.listTodos, ({ context, currentUser, query }) => listTodos(context, currentUser, query));
  serve(app, contract.countTodos, ({ context, currentUser }) => countTodos(context, currentUser));
  serve(app, contract.followUpTodo, ({ context, currentUser, body: { source, itemId, date } }) =>
    setFollowUp(context, currentUser, source, itemId, date === null ? null : moment(date)),
  );
  serve(app, contract.listTodoViews, ({ context, currentUser }) => listViews(context, currentUser));
  serve(app, contract.saveTodoView, ({ context, currentUser, body }) => saveView(context, currentUser, body));
  serve(app, contract.removeTodoView, ({ context, currentUser, params }) => removeView(context, currentUser, params.viewId));
}
