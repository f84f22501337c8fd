import fastifyCompress from '@fastify/compress';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { CODE, WORDS } from '../contract/error.ts';
import { API_PREFIX, UPLOAD } from '../contract/limits.ts';
import { personalAnswer, rejectPersonalQuery } from './crud/personal-view.ts';
import { sendBookFile } from './reading/book-file.routes.ts';
import { sendPack } from './reading/pack.routes.ts';
import { limitBodyTime } from './http/body-timeout.ts';
import { securityHeaders } from './http/headers.ts';
import { logOf, requestIdOf } from './http/log.ts';
import { isOutage } from './outage/outage.ts';
import { reject, type App } from './http/serve.ts';
import { answerMalformed, readableAddress, malformedMessage } from './http/malformed-request.ts';
import { setValidationMessages } from './http/validation-messages.ts';
import type { AppContext } from './context.ts';
import { traced } from './db/request-trace.ts';
import { ROUTES, SITE_PARTS } from './areas.ts';
import { familyPagesRoutes } from './monitor/compatible-pages.routes.ts';
import { healthRoutes } from './monitor/health.routes.ts';
import { siteRoutes } from './content/site.routes.ts';

const PICTURES = new RegExp(`^${API_PREFIX}/(profile|avatars)/`);
const REQUEST_MS = 10 * 60_000;
const JSON_BYTES = 1024 * 1024;

const HEALTH = new RegExp(`^(${API_PREFIX}/(health|live|ready|status)|/metrics)(\\?|$)`);

/** A server for background work answers questions about its health only. */
async function answerAsWorker(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (HEALTH.test(request.url)) return;
  await reply.status(CODE.unavailable).send({ code: CODE.unavailable, msg: '这台服务器只做后台任务，请访问网站的地址' });
}

/** Builds the whole server without listening. `dist` is the built client, or null where there is none (most tests). */
export async function buildApp(context: AppContext, dist: string | null): Promise<App> {
  setValidationMessages();
  const app = fastify({
    logger: logOf(context.settings.logLevel),
    bodyLimit: JSON_BYTES,
    // Sized for uploads: 8 MB at 14 KB/s. Other request bodies have a shorter limit (http/body-time.ts).
    requestTimeout: REQUEST_MS,
    // `X-Forwarded-*` headers from clients count only behind a proxy that the deployment trusts.
    trustProxy: context.settings.trustedProxies.length > 0 ? [...context.settings.trustedProxies] : false,
    routerOptions: { maxParamLength: 500 },
    // Compatible clients put the API prefix before the address of an uploaded picture.
    rewriteUrl: ({ url = '/' }) => readableAddress(PICTURES.test(url) ? url.slice(API_PREFIX.length) : url),
    clientErrorHandler: answerMalformed,
    genReqId: requestIdOf,
    // A request on a connection that is still open while the server stops is answered as usual, not with 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    exposeHeadRoutes: true,
  }) as unknown as App;
  app.context = context;
  app.endpoints = [];
  app.resources = new Map();
  app.siteParts = SITE_PARTS;
  app.answers = new Map();
  app.reads = new Map();
  app.personal = {
    answer: (currentUser, endpoint, answer) => personalAnswer(context.db, currentUser, endpoint, answer),
    rejectQuery: (currentUser, endpoint, query, body) => rejectPersonalQuery(context.db, currentUser, endpoint, query, body),
  };

  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // The next request of this client is one for another server.
    if (context.draining) reply.header('connection', 'close');
  });
  // After the body was read: what arrives later on the connection does not belong to this request.
  app.addHook('preHandler', (request, _reply, done) => traced(request.id, done));
  limitBodyTime(app);
  securityHeaders(app, context.settings);
  await app.register(fastifyCompress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // A 256 KB window: allocating the default 4 MB window costs more than compressing a chapter.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  });
  await app.register(fastifyMultipart, { limits: { fileSize: UPLOAD.bytes, files: UPLOAD.files, fields: 10, parts: 15 } });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.setErrorHandler((error, request, reply) => {
    const known = malformedMessage(error) !== null;
    const { statusCode = 500 } = error as { statusCode?: number };
    const answer = reject(error, request, reply);
    if (isOutage(error)) return void reply.send(answer);
    void reply.status(known ? statusCode : 500).send({ ...answer, code: known ? CODE.invalid : CODE.failed });
  });

  if (context.settings.role === 'worker') app.addHook('onRequest', answerAsWorker);
  for (const routes of ROUTES) routes(app);
  healthRoutes(app);
  familyPagesRoutes(app);
  sendBookFile(app);
  sendPack(app);
  await siteRoutes(app, dist);
  const nothing = (_request: FastifyRequest, reply: FastifyReply) => reply.status(404).send({ code: CODE.missing, msg: WORDS[CODE.missing] });
  app.all(`${API_PREFIX}/*`, nothing);
  app.setNotFoundHandler(nothing);
  return app;
}
