import {
  addSubscription,
  pauseSubscription,
  removeSubscription,
  subscriptionList,
  subscriptionPeople,
  subscriptionRuns,
} from '../../contract/report/report-subscription.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { addSubscriptionOf, pauseSubscriptionOf, peopleFor, removeSubscriptionOf, runsFor, subscriptionsFor } from './report-subscription.service.ts';

const LOG = '报表订阅';

export function subscriptionRoutes(app: App): void {
  serve(app, subscriptionList, ({ context, currentUser, query }) => subscriptionsFor(context, currentUser, query));
  serve(app, subscriptionRuns, ({ context, currentUser, params, query }) => runsFor(context, currentUser, params.subscriptionId, query));
  serve(app, subscriptionPeople, ({ context, currentUser, query }) => peopleFor(context, currentUser, query.key, query.keyword ?? ''));
  serve(app, addSubscription, (call) => addSubscriptionOf(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, pauseSubscription, (call) =>
    pauseSubscriptionOf(call.currentUser, call.params.subscriptionId, call.body, loggedWrite(call, LOG, 'edit')),
  );
  serve(app, removeSubscription, (call) => removeSubscriptionOf(call.currentUser, call.params.subscriptionId, loggedWrite(call, LOG, 'remove')));
}
