// The plain reader for comparison: epub.js 0.3.93 opens the complete .epub and turns its pages by the arrow key.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');
const PAGE = `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}#v{width:100%;height:100%}</style><body><div id="v"></div>
<script src="/jszip.js"></script><script src="/epub.js"></script><script>
const r = ePub(location.search.slice(1)).renderTo('v', { width: '100%', height: '100%', flow: 'paginated', manager: 'default' });
const key = (e) => { if (e.key === 'ArrowRight') r.next() }; addEventListener('keydown', key); r.on('keydown', key); r.display()</script>`;
// Each reader caches what it can: plain epub.js its scripts, our reader what its service worker caches. Plain epub.js fetches the book each time.
const SCRIPT = 'public, max-age=31536000, immutable';

/** Serves books by name, each with a page that opens it. */
export async function plainReader(books) {
  const files = {
    '/plain.html': ['text/html', PAGE],
    '/jszip.js': ['text/javascript', await readFile(join(MODULES, 'jszip/dist/jszip.min.js'))],
    '/epub.js': ['text/javascript', await readFile(join(MODULES, 'epubjs/dist/epub.min.js'))],
    ...Object.fromEntries(Object.entries(books).map(([name, { epub }]) => [`/${name}.epub`, ['application/epub+zip', epub]])),
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url.split('?')[0]] ?? [];
    const keep = type === 'text/javascript' ? SCRIPT : 'no-store';
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain', 'cache-control': keep }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { addressOf: (name) => `${origin}/plain.html?/${name}.epub`, close: () => server.close() };
}
