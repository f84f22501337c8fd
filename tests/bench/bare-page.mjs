// Measures the minimum time of a cached page in this browser: a service worker answers from memory, the frame holds one screen of text,
// and the page has no script. Any additional time is caused by the reader.
import { createServer } from 'node:http';

const LINE = '夜里江上起了雾，船还没有开，岸边的灯一盏接一盏地暗下去。';
const TEXT = `<style>body{margin:0;font:18px/32px serif}p{margin:0;text-indent:2em}</style>${`<p>${LINE.repeat(5)}</p>`.repeat(4)}`;
const PAGE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe sandbox="allow-same-origin" srcdoc="${TEXT.replaceAll('"', '&quot;')}"></iframe>`;
const WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/bare')) event.respondWith(new Response(${JSON.stringify(PAGE)}, { headers: { 'content-type': 'text/html' } }));
});`;
const REGISTER = `<!doctype html><script>navigator.serviceWorker.register('/worker.js')</script>`;

/** Serves the page that registers the service worker at `origin`; only the worker answers `address`. */
export async function barePage() {
  const files = { '/': ['text/html', REGISTER], '/worker.js': ['text/javascript', WORKER] };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? [];
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, address: `${origin}/bare`, close: () => server.close() };
}
