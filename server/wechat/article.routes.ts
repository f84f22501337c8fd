import { article, articleStats, countsTemplate, decideOutlier, getArticle, importCounts } from '../../contract/wechat/article.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { articles, articleStats as stats, articleView, decideOutlier as decide } from './article.service.ts';
import { importCounts as bringCounts, sendCountsTemplate } from './counts-import.service.ts';

export function articleRoutes(app: App): void {
  serve(app, getArticle, ({ context, params }) => articleView(context, params.id));
  serve(app, articleStats, ({ context, params }) => stats(context, params.id));
  serve(app, decideOutlier, (call) => decide(call, call.body));
  serve(app, importCounts, (call) => bringCounts(call));
  serve(app, countsTemplate, (call) => sendCountsTemplate(call.reply));
  serveCrud(app, article, articles);
}
