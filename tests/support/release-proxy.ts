import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KILL_WORKER } from '../../server/content/worker-kill-switch.ts';

export interface ReleaseProxy {
  readonly origin: string;
  /** Publishes a new release: the given chunks have new names, the old ones are gone, and the service worker file has changed. */
  release(): number;
  /** Serves the worker that withdraws the product's own, as a server with `SERVICE_WORKER=off` does, until it is called with false. */
  withdraw(withdrawn: boolean): void;
  close(): Promise<void>;
}

const TEXT = /^(text\/(html|javascript|css)|application\/(javascript|json))/;

/** A proxy in front of a server that simulates releases, as a deployment would; `chunks` are the prefixes of names that change each time. */
export async function releaseProxy(upstream: string, chunks: readonly string[]): Promise<ReleaseProxy> {
  const named = new RegExp(`((?:${chunks.join('|')})-[\\w-]{7,8})\\.(js|css)`, 'g');
  let now = 1;
  let renamed = false;
  let withdrawn = false;
  /** A file that keeps its name has another content, so another revision. */
  const revised = (worker: string): string => worker.replace(/(["']?revision["']?:\s*["'`])(\w+)/g, `$1$2r${now}`);
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = incoming.url ?? '/';
    if (withdrawn && url === '/worker.js') return void outgoing.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(KILL_WORKER);
    const found = /\.r(\d+)\.(js|css)(\?|$)/.exec(url);
    const changes = new RegExp(named.source).test(url);
    if (found ? Number(found[1]) !== now : changes) return void outgoing.writeHead(404).end();
    const path = url.replace(/\.r\d+(\.(js|css))/, '$1');
    // The proxy changes files that the server considers unchanged, so conditional headers are removed.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...asked } = incoming.headers;
    const headers = { ...asked, 'accept-encoding': 'identity' };
    const passed = ask(upstream + path, { method: incoming.method, headers }, (answer) => {
      const type = String(answer.headers['content-type'] ?? '');
      if (!TEXT.test(type) || path.startsWith('/prod-api') || path.startsWith('/books')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(outgoing);
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const before = Buffer.concat(parts).toString();
        const text = before.replace(named, `$1.r${now}.$2`);
        renamed ||= text !== before;
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(path === '/worker.js' ? `${revised(text)}\n// release ${now}\n` : text);
      });
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      // A test of an update proves nothing when the names of the build have another form.
      if (!renamed) throw new Error(`no file of the build is named like ${chunks.join(', ')}`);
      return (now += 1);
    },
    withdraw: (value) => void (withdrawn = value),
    close: () => new Promise((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
