import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of the configuration of an editor that the document server works with. */
export interface EditorConfig {
  readonly document: { readonly key: string; readonly url: string };
  readonly editorConfig: { readonly callbackUrl?: string };
  readonly token: string;
}

export interface DocumentServer {
  readonly url: string;
  readonly secret: string;
  /** Stores a file that the server offers for download, and returns its address. */
  offer(bytes: Buffer): string;
  /**
   * A message of the protocol for a session, as the server signs it; `change` alters what is sent after signing. It is signed `seconds` after now.
   */
  message(config: EditorConfig, body: object, change?: Partial<Message>, seconds?: number): Message;
  close(): Promise<void>;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: object;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the document server signs it (HS256, with the time in seconds). */
export function tokenOf(secret: string, payload: object, head: object = { alg: 'HS256', typ: 'JWT' }): string {
  const text = `${part(head)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The script of the server: it shows which document it has opened, in a frame of its own origin as the real one does. */
const SCRIPT = `window.DocsAPI = { DocEditor: function (id, config) {
  const frame = document.createElement('iframe');
  frame.title = config.document.title;
  frame.src = new URL('/frame', document.querySelector('script[src*="api.js"]').src).href;
  document.getElementById(id).replaceWith(frame);
  window.documentConfig = config;
  this.destroyEditor = () => frame.remove();
} };`;

/** A stand-in for the document server, with the part of its protocol that this product uses: downloads and signed messages. */
export async function documentServer(secret = 'a secret of both servers'): Promise<DocumentServer> {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const bytes = files.get(request.url ?? '');
    if (request.url === '/web-apps/apps/api/documents/api.js') response.setHeader('content-type', 'text/javascript').end(SCRIPT);
    else if (bytes) response.end(bytes);
    else if (request.url === '/frame') response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>文档服务器</p>');
    else if (request.url === '/elsewhere') response.writeHead(302, { location: '/files/1' }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    secret,
    offer(bytes) {
      const path = `/files/${files.size + 1}`;
      files.set(path, bytes);
      return url + path;
    },
    message(config, body, change = {}, seconds = 0) {
      const { pathname, search } = new URL(config.editorConfig.callbackUrl ?? '');
      const payload = { key: config.document.key, ...body };
      const token = tokenOf(secret, { payload, iat: Math.floor(Date.now() / 1000) + seconds });
      return { url: pathname + search, headers: { authorization: `Bearer ${token}` }, payload, ...change };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
