import { articlePdf, exportArticle, getArticle, oai, oaiByPost } from '../../contract/periodical/journal-article.ts';
import { serve, type App } from '../http/serve.ts';
import { articleFor, exported, sendPdf } from './article.service.ts';
import { oaiAnswer } from './jats/oai.service.ts';

const XML = { 'content-type': 'text/xml; charset=utf-8' };

/** Published articles, and what harvesters read. */
export function journalArticleRoutes(app: App): void {
  serve(app, getArticle, ({ context, params }) => articleFor(context, params.articleId));
  serve(app, exportArticle, ({ context, params, reply }) => exported(context, reply, params.articleId, params.format));
  serve(app, articlePdf, ({ context, params, query, reply }) => sendPdf(context, reply, params.articleId, query.version));
  serve(app, oai, async ({ context, query, reply }) => reply.headers(XML).send(await oaiAnswer(context, query)));
  serve(app, oaiByPost, async ({ context, body, reply }) => reply.headers(XML).send(await oaiAnswer(context, body)));
}
