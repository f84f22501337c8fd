import { addListView, editListView, myListViews, removeListView } from '../../contract/system/list-view.ts';
import { serve, type App } from '../http/serve.ts';
import { addView, editView, myViews, removeView } from './list-view.service.ts';

const LIST = /\/list$/;

export function listViewRoutes(app: App): void {
  serve(app, myListViews, ({ context, currentUser }) => myViews(context, currentUser));
  serve(app, addListView, ({ context, currentUser, body }) => {
    // At the call: other areas add their endpoints after this one.
    const lists = app.endpoints.filter(({ method, path }) => method === 'GET' && LIST.test(path)).map(({ path }) => path.replace(LIST, ''));
    return addView(context, currentUser, new Set(lists), body);
  });
  serve(app, editListView, ({ context, currentUser, body: { viewId, ...change } }) => editView(context, currentUser, viewId, change));
  serve(app, removeListView, ({ context, currentUser, params }) => removeView(context, currentUser, params.viewId));
}
