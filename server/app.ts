import fastifyCompress from '@fastify/compress';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { CODE, WORDS } from '../contract/error.ts';
import { API_PREFIX, UPLOAD } from '../contract/limits.ts';
import { personalAnswer, refusePersonalQuery } from './crud/personal-view.ts';
import { sendBookFile } from './reading/book-file.routes.ts';
import { sendPack } from './reading/pack.routes.ts';
import { limitBodyTime } from './http/body-timeout.ts';
import { securityHeaders } from './http/headers.ts';
import { logOf } from './http/log.ts';
import { isOutage } from './http/outage.ts';
import { refuse, type App } from './http/serve.ts';
import { answerUnread, readableAddress, unreadWords } from './http/malformed-request.ts';
import { speakChinese } from './http/validation-messages.ts';
import type { House } from './context.ts';
import { ROUTES } from './routes.ts';
import { familyPagesRoutes } from './monitor/compatible-pages.routes.ts';
import { healthRoutes } from './monitor/health.routes.ts';
import { siteRoutes } from './content/site.routes.ts';

const PICTURES = new RegExp(`^${API_PREFIX}/(profile|avatars)/`);
const REQUEST_MS = 10 * 60_000;
const JSON_BYTES = 1024 * 1024;

/** Builds the whole server without listening. `dist` is the built client, or null where there is none (most tests). */
export async function buildApp(house: House, dist: string | null): Promise<App> {
  speakChinese();
  const app = fastify({
    logger: logOf(house.settings.logLevel),
    bodyLimit: JSON_BYTES,
    // For uploads: 8 MB at 14 KB/s. Other bodies end sooner (http/body-time.ts).
    requestTimeout: REQUEST_MS,
    // Clients' X-Forwarded-* count only behind a proxy that is trusted by deployment.
    trustProxy: house.settings.trustedProxies.length > 0 ? [...house.settings.trustedProxies] : false,
    routerOptions: { maxParamLength: 500 },
    // The family's clients put the prefix before the address of an uploaded picture.
    rewriteUrl: ({ url = '/' }) => readableAddress(PICTURES.test(url) ? url.slice(API_PREFIX.length) : url),
    clientErrorHandler: answerUnread,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    exposeHeadRoutes: true,
  }) as unknown as App;
  app.house = house;
  app.endpoints = [];
  app.resources = new Map();
  app.answers = new Map();
  app.personal = {
    answer: (visitor, endpoint, answer) => personalAnswer(house.db, visitor, endpoint, answer),
    refuseQuery: (visitor, endpoint, query, body) => refusePersonalQuery(house.db, visitor, endpoint, query, body),
  };

  limitBodyTime(app);
  securityHeaders(app, house.settings);
  await app.register(fastifyCompress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // A window of 256 KB: making the usual 4 MB one costs more than compressing a chapter.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  });
  await app.register(fastifyMultipart, { limits: { fileSize: UPLOAD.bytes, files: UPLOAD.files, fields: 10, parts: 15 } });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.setErrorHandler((error, request, reply) => {
    const known = unreadWords(error) !== null;
    const { statusCode = 500 } = error as { statusCode?: number };
    const answer = refuse(error, request, reply);
    if (isOutage(error)) return void reply.send(answer);
    void reply.status(known ? statusCode : 500).send({ ...answer, code: known ? CODE.invalid : CODE.failed });
  });

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
