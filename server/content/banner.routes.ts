import { bannerEntry, bannerEvent, queryBanners, sortBanners } from '../../contract/content/banner.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { banners, handleBannerEvent, liveBanners, sortBannersOf } from './banner.service.ts';

export function bannerRoutes(app: App): void {
  serve(app, queryBanners, ({ context, query }) => liveBanners(context, query.position));
  serveCrud(app, bannerEntry, banners);
  serve(app, sortBanners, (call) => sortBannersOf(call, call.body.position, call.body.bannerIds));
  serve(app, bannerEvent, (call) => handleBannerEvent(call, call.params.bannerId, call.params.event, call.body ?? {}));
}
