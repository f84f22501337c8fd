import { DOCUMENT_PAGES } from '../../contract/manuscript/document-pages.ts';
import type { Settings } from '../settings.ts';
import type { App } from './serve.ts';

/**
 * For every page: no inline script, no eval, no external resources. `style-src` allows inline styles, which
 * antd and epub.js write. `blob:` and `data:` are for pictures and the files of a downloaded book. The player unpacks streams in a
 * `blob:` worker, which only a script that already runs can create.
 */
export const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline' blob:",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** The policy of this installation: with presigned addresses, pictures, recordings and films come from the origin of the object store. */
export const pagePolicy = ({ filesBy: { storeOrigin } }: Pick<Settings, 'filesBy'>): string =>
  storeOrigin === null ? PAGE_POLICY : PAGE_POLICY.replaceAll(/(img|media|connect)-src 'self'/g, `$& ${storeOrigin}`);

/** The same policy, which also allows frames from `origins`. */
export const pagePolicyFraming = (settings: Settings, origins: readonly string[]): string =>
  pagePolicy(settings).replace("frame-src 'self' blob:", ["frame-src 'self' blob:", ...origins].join(' '));

const DOCUMENT_PATHS: ReadonlySet<string> = new Set(Object.keys(DOCUMENT_PAGES));

/** The policy of a page of documents while a document server edits them, with its script and its frame; null for all other pages. */
export function documentPolicy(settings: Settings, path: string): string | null {
  const { documentReview, onlyoffice } = settings;
  if (documentReview !== 'onlyoffice' || !onlyoffice || !DOCUMENT_PATHS.has(path.replace(/\/$/, ''))) return null;
  const { origin } = new URL(onlyoffice.url);
  return pagePolicy(settings)
    .replace("script-src 'self'", `script-src 'self' ${origin}`)
    .replace("frame-src 'self' blob:", `frame-src 'self' blob: ${origin}`);
}

/**
 * For the document in which the form designer runs generated code: an opaque origin without network, storage and pictures from outside.
 * `hosts` may give it scripts and styles. It is the only page with eval.
 */
export const previewPolicy = (hosts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self' 'unsafe-eval'", ...hosts].join(' '),
    ["style-src 'self' 'unsafe-inline'", ...hosts].join(' '),
    'img-src data: blob:',
    "font-src 'self' data:",
    "connect-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** For the files of a book: no scripts and no external resources. */
export const BOOK_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** For an uploaded file opened by its address: it is never a page. */
export const UPLOAD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox";

/** For everything behind a signed link: no shared cache stores it, no script in it runs, and its address is not sent as a referrer. */
export const guardedHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

const YEAR_S = 31_536_000;

export function securityHeaders(app: App, settings: Settings): void {
  const secure = settings.publicUrl.startsWith('https:');
  const policy = pagePolicy(settings);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
    });
    if (secure) reply.header('strict-transport-security', `max-age=${YEAR_S}; includeSubDomains`);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/prod-api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
