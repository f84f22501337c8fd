import { getInformation, information, informationEvent, queryInformation } from '../../contract/content/information.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { handleInformationEvent, news, newsDetail, publicNews } from './information.service.ts';

export function informationRoutes(app: App): void {
  serveCrud(app, information, news);
  serve(app, informationEvent, (call) => handleInformationEvent(call, call.params.informationId, call.params.event, call.body ?? {}));
  serve(app, queryInformation, ({ context, query }) => publicNews(context, query));
  serve(app, getInformation, ({ context, params, currentUser, request }) =>
    newsDetail(context, params.id, () => isFirstView(context, currentUser, request, `information ${params.id}`)),
  );
}
