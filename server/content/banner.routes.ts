import { queryBanners } from '../../contract/content/banner.ts';
import { serve, type App } from '../http/serve.ts';
import { liveBanners } from './banner.service.ts';

export function bannerRoutes(app: App): void {
  serve(app, queryBanners, ({ context, query }) => liveBanners(context, query.position));
}
