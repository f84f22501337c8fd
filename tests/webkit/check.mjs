// Tests the product in WebKit, the engine of every browser on an iPhone, for errors that only another engine can have. Needs
// webkit2gtk-driver and xvfb; without them it prints a message and does not fail.   node tests/webkit/check.mjs [part …]
import { browserServer } from '../support/browser-server.ts';
import { webKit } from './driver.mjs';
import { walker } from './walk.mjs';

/** The admin part signs in as another user, and the last part stops the server. */
const PARTS = ['reading', 'fingers', 'marking', 'vertical', 'watching', 'site', 'desk', 'offline'];

const phone = await webKit({ width: 390, height: 844 });
if (!phone) {
  console.log('这台机器没有 WebKitWebDriver（Debian：webkit2gtk-driver、xvfb），没有检查。');
  process.exit(0);
}
console.log(phone.version);
const server = await browserServer().catch(async (error) => {
  await phone.close();
  throw error;
});
const walk = walker(phone, server);
await walk.signIn('reader1');
const asked = process.argv.slice(2);
for (const part of PARTS) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  const { default: run } = await import(`./${part}.mjs`);
  await run(walk);
}
await phone.close();
await server.close();
const failed = walk.results.filter((good) => !good).length;
console.log(`${walk.results.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
