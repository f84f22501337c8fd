import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { READER_PATH } from '../../contract/reading/reader-path.ts';
import { isDownloadHint, DOWNLOAD_HINT_HEADER, LEFT_TO_WORKER } from '../../contract/reading/download-hint.ts';
import { BACK_OFFICE_PATH } from '../../contract/content/back-office.ts';
import { MissingFile } from '../files/file-store.ts';
import { configOf } from '../db/config-value.ts';
import { documentPolicy, pagePolicyFraming, previewPolicy } from '../http/headers.ts';
import type { App } from '../http/serve.ts';
import { rememberViewer } from '../http/view-deduplication.ts';
import { framedOrigins } from '../identity/menu.service.ts';
import { CANNOT_STORE, KILL_WORKER } from './worker-kill-switch.ts';
import { appleHead } from './apple-head.ts';
import { atomFeed } from './feed.ts';
import { paintEarly } from './first-paint/first-paint.ts';
import { pageAssets } from './page-assets.ts';
import { SHARE_PATH } from './page-head.ts';
import { pageAt, writePage } from './page.service.ts';
import { SHARE_TYPE, sharePicture } from './share-picture.service.ts';
import { POLICY_PATH, securityPolicy, securityText } from './security-txt.ts';
import { robots, siteMap, siteMapFile } from './site-map.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const READER = new RegExp(`^${READER_PATH}/?$`);
/** The back office, and the page through which staff sign in without loading another page. */
const FRAMING = new RegExp(`${BACK_OFFICE_PATH.source}|^/cmsLogin/?$`);
const REVALIDATE = 'no-cache';
const A_DAY = 'public, max-age=86400';
const FRAME_FILE = /[\\/]assets[\\/]form-preview-[^\\/]*$/;
/** The target of the old site address. */
const HOME = '/cms/main/cmsHomeIndex';

/**
 * Serves the built client (compressed at build time), public pictures, and the page for every other address. HTML is
 * always revalidated, hashed assets never.
 */
export async function siteRoutes(app: App, dist: string | null): Promise<void> {
  app.get('/covers/:name', (request, reply) => picture(app, 'covers', request, reply));
  app.get('/avatars/:name', (request, reply) => picture(app, 'avatars', request, reply));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(app.context)));
  app.get('/.well-known/security.txt', (_request, reply) => {
    const text = securityText(app.context);
    return text === null ? reply.status(404).type('text/plain; charset=utf-8').send('') : reply.type('text/plain; charset=utf-8').send(text);
  });
  app.get(POLICY_PATH, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(await securityPolicy()));
  app.get('/sitemap.xml', async (_request, reply) => reply.type('application/xml; charset=utf-8').send(await siteMap(app.context, app.siteParts)));
  app.get('/sitemaps/:name', async (request, reply) => {
    const name = (request.params as { name: string }).name.replace(/\.xml$/, '');
    const file = await siteMapFile(app.context, app.siteParts, name);
    return file === null ? reply.status(404).send({ code: 404, msg: '访问资源不存在' }) : reply.type('application/xml; charset=utf-8').send(file);
  });
  const feeds = app.siteParts.flatMap((part) => part.feeds ?? []);
  for (const feed of feeds)
    app.get(feed.path, async (_request, reply) => reply.type('application/atom+xml; charset=utf-8').send(await atomFeed(app.context, feed)));
  app.get(`${SHARE_PATH}/:name`, (request, reply) => sharedPicture(app, request, reply));
  if (!dist) return;

  const { serviceWorker } = app.context.settings;
  const read = async (name: string): Promise<string> => {
    const html = await readFile(join(dist, name), 'utf8');
    return serviceWorker ? html : html.replace('<html ', `<html ${CANNOT_STORE} `);
  };
  const shell = await read('index.html');
  // The reader has its own shell, which is smaller than that of the site.
  const reader = await read('reader.html').catch(() => shell);
  const assetsOf = await pageAssets(dist);
  if (!serviceWorker)
    app.get('/worker.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').header('cache-control', REVALIDATE).send(KILL_WORKER));
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html', 'reader.html', 'form-preview.html', ...(serviceWorker ? [] : ['worker.js'])],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(dist, 'assets')) ? IMMUTABLE : REVALIDATE);
      // The preview frame has an opaque origin, so its module and its icon font are requests across origins.
      if (FRAME_FILE.test(path)) reply.header('access-control-allow-origin', '*');
    },
  });
  // The shells without page data, for the service worker to cache.
  app.get('/index.html', (_request, reply) => reply.type('text/html; charset=utf-8').header('cache-control', REVALIDATE).send(shell));
  app.get('/reader.html', (_request, reply) => reply.type('text/html; charset=utf-8').header('cache-control', REVALIDATE).send(reader));
  const frame = await read('form-preview.html').catch(() => null);
  app.get('/form-preview.html', async (_request, reply) => {
    if (frame === null) return reply.status(404).send({ code: 404, msg: '访问资源不存在' });
    const hosts = resourceHosts((await configOf(app.context, 'tool.build.resourceHosts')) ?? '');
    return reply
      .header('content-security-policy', previewPolicy(hosts))
      .type('text/html; charset=utf-8')
      .header('cache-control', REVALIDATE)
      .send(frame);
  });
  app.get('/*', async (request, reply) => {
    // In `//` and `/\` a URL parser reads the next part as another host.
    const readable = !/^\/[/\\]/.test(request.url) && URL.canParse(request.url, app.context.settings.publicUrl);
    if (!readable || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.status(404).send({ code: 404, msg: '访问资源不存在' });
    const url = new URL(request.url, app.context.settings.publicUrl);
    if (url.pathname.replace(/\/$/, '') === '/cms') return reply.redirect(HOME, 302);
    reply.header('vary', DOWNLOAD_HINT_HEADER);
    if (READER.test(url.pathname)) {
      const ahead = String(request.headers[DOWNLOAD_HINT_HEADER] ?? '');
      if (isDownloadHint(ahead, url.searchParams.get('publishId') ?? ''))
        return reply.status(LEFT_TO_WORKER).header('cache-control', 'no-store').send();
    }
    await rememberViewer(app, request);
    const page = await pageAt(app, url, request);
    if (page.status === 301) return reply.redirect(page.canonical, 301);
    if (FRAMING.test(url.pathname))
      reply.header('content-security-policy', pagePolicyFraming(app.context.settings, await framedOrigins(app.context)));
    const editing = documentPolicy(app.context.settings, url.pathname);
    if (editing !== null) reply.header('content-security-policy', editing);
    if (READER.test(url.pathname)) inItsProcess(reply);
    const isBook = READER.test(url.pathname);
    const given = isBook ? { shell: reader, links: '' } : { shell, links: assetsOf(url.pathname) };
    const hasWorker = request.headers[DOWNLOAD_HINT_HEADER] !== undefined;
    const signedIn = /(?:^|; )Admin-Token=/.test(request.headers.cookie ?? '');
    const early = hasWorker ? given : paintEarly(given, url.pathname.replace(/(.)\/+$/, '$1'), page, signedIn);
    const built = { ...early, links: early.links + appleHead(request.headers['user-agent'] ?? '') };
    const html = writePage(built.shell, page, built.links, isBook ? [] : feeds);
    const tag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
    reply.status(page.status).type('text/html; charset=utf-8').header('cache-control', REVALIDATE).header('etag', tag);
    return page.status === 200 && request.headers['if-none-match'] === tag ? reply.status(304).send() : reply.send(html);
  });
}

/** Reads a list of sites. Only an origin of HTTPS is allowed: anything else could extend the policy. */
function resourceHosts(text: string): string[] {
  return text
    .split(/[\s,，]+/)
    .filter((part) => /^https:\/\/[\w.-]+(:\d+)?$/.test(part))
    .map((part) => part.toLowerCase());
}

/**
 * A book opens in the current browser process: a process switch, which the opener policy causes, takes a fifth of the time to the
 * first page. The shell of a downloaded book has the policy, because its process starts while the service worker answers.
 */
function inItsProcess(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('cross-origin-opener-policy');
}

/** The picture of a public page for other sites. */
async function sharedPicture(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const shape = (['wide', 'square'] as const).find((one) => `${one}.jpg` === (request.params as { name: string }).name);
  const { page: address } = request.query as { page?: unknown };
  const { publicUrl } = app.context.settings;
  const known = typeof address === 'string' && /^\/(?![/\\])/.test(address) && URL.canParse(address, publicUrl);
  const page = shape && known ? await pageAt(app, new URL(address, publicUrl)) : null;
  if (!shape || page?.status !== 200 || !page.head.index) return reply.status(404).send({ code: 404, msg: '访问资源不存在' });
  const made = await sharePicture(app, { picture: page.image, title: page.head.title }, shape);
  return reply.type(SHARE_TYPE).header('cache-control', A_DAY).header('cross-origin-resource-policy', 'cross-origin').send(made);
}

async function picture(app: App, folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name } = request.params as { name: string };
  try {
    if (!/^[\w-]+\.webp$/.test(name)) throw new MissingFile(name);
    const stream = await app.context.files.read(`${folder}/${name}`);
    return await reply.type('image/webp').header('cache-control', IMMUTABLE).send(stream);
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    return reply.status(404).send({ code: 404, msg: '访问资源不存在' });
  }
}
