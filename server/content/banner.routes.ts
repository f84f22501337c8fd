import { queryBanners } from '../../contract/content/banner.ts';
import { serve, type App } from '../http/serve.ts';
import { liveBanners } from './banner.service.ts';

export function bannerRoutes(app: App): void {
  serve(app, queryBanners, ({ house, query }) => liveBanners(house, query.position));
}
