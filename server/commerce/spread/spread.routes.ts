import { clickSpread } from '../../../contract/commerce/spread/click.ts';
import {
  addOwnSpread,
  addSpread,
  authorOrders,
  exportSpread,
  ownSpreadEvent,
  ownSpreads,
  spreadEvent,
  spreadList,
  spreadSums,
} from '../../../contract/commerce/spread/spread.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { authorOrdersOf } from './author-order.service.ts';
import { click } from './click.service.ts';
import {
  addOwnSpreadOf,
  addSpreadOf,
  exportSpreads,
  handleOwnSpreadEvent,
  handleSpreadEvent,
  ownSpreadsOf,
  spreadsFor,
  spreadSumsOf,
} from './spread.service.ts';

const LOG = '推广链接';

export function spreadRoutes(app: App): void {
  serve(app, spreadList, ({ context, currentUser, query }) => spreadsFor(context, currentUser, query));
  serve(app, spreadSums, ({ context, query }) => spreadSumsOf(context, query));
  serve(app, exportSpread, async (call) => {
    await loggedWrite(call, LOG, 'export')(async () => undefined);
    return exportSpreads(call.context, call.body, call.reply);
  });
  serve(app, addSpread, (call) => addSpreadOf(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, spreadEvent, (call) => handleSpreadEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, clickSpread, (call) => click(call.context, call.currentUser, call.body.code, call));
  serve(app, ownSpreads, ({ context, currentUser, query }) => ownSpreadsOf(context, currentUser, query));
  serve(app, addOwnSpread, ({ context, currentUser, body }) => addOwnSpreadOf(context, currentUser, body.publishId));
  serve(app, ownSpreadEvent, ({ context, currentUser, params }) => handleOwnSpreadEvent(context, currentUser, params));
  serve(app, authorOrders, ({ context, currentUser, query }) => authorOrdersOf(context, currentUser, query));
}
