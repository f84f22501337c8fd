// Tests the product in WebKit, the engine of every browser on an iPhone, for errors that only another engine can have. Needs
// webkit2gtk-driver and xvfb; without them it prints a message and does not fail.   node tests/webkit/check.mjs [part …]
import { browserServer } from '../support/browser-server.ts';
import { webKit } from './driver.mjs';
import { walker } from './walk.mjs';

/** The admin part signs in as another user, and the last part stops the server. */
const PARTS = {
  reading: () => import('./reading.mjs'),
  fingers: () => import('./fingers.mjs'),
  marking: () => import('./marking.mjs'),
  vertical: () => import('./vertical.mjs'),
  media: () => import('./media.mjs'),
  site: () => import('./site.mjs'),
  admin: () => import('./admin.mjs'),
  offline: () => import('./offline.mjs'),
};

const asked = process.argv.slice(2);
const unknown = asked.find((part) => !Object.hasOwn(PARTS, part));
if (unknown !== undefined) {
  console.log(`没有「${unknown}」这一部分，可以选：${Object.keys(PARTS).join('、')}`);
  process.exit(1);
}
const phone = await webKit({ width: 390, height: 844 });
if (!phone) {
  console.log('这台机器没有 WebKitWebDriver（Debian：webkit2gtk-driver、xvfb），没有检查。');
  process.exit(0);
}
console.log(phone.version);
let server = null;
let failed = 0;
// A part that stops with an error must leave no driver and no server behind.
try {
  server = await browserServer();
  const walk = walker(phone, server);
  await walk.signIn('reader1');
  for (const [part, load] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(part)) continue;
    await (await load()).default(walk);
  }
  failed = walk.results.filter((good) => !good).length;
  console.log(`${walk.results.length - failed} passed, ${failed} failed`);
} finally {
  await phone.close();
  await server?.close();
}
process.exit(failed > 0 ? 1 : 0);
