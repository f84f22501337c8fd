// Runs Lighthouse CI on the built product with the assertions of lighthouserc.json: `npm run lighthouse [-- --once]`. `--once` makes one
// pass per page and leaves out performance: the rest does not depend on the machine's speed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { install, node, root } from './install.mjs';

install();
const once = process.argv.includes('--once');
/** Share of the CPU cores used by other work above which a low performance score is a warning and not an error. */
const QUIET = 0.5;
const loaded = loadavg()[0] / availableParallelism() > QUIET;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const port = await freePort();
const folder = join(root, '.cache', 'lighthouse');
const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-lighthouse-'));
mkdirSync(folder, { recursive: true });
const config = JSON.parse(readFileSync(join(root, 'lighthouserc.json'), 'utf8'));
const { collect, assert } = config.ci;
collect.url = collect.url.map((url) => url.replace(':8080', `:${port}`));
if (once) {
  collect.numberOfRuns = 1;
  assert.assertions['categories:performance'] = 'off';
  const { settings } = collect;
  settings.onlyCategories = settings.onlyCategories.filter((category) => category !== 'performance');
  // Audits of that category that do not depend on the machine's speed.
  settings.onlyAudits = ['resource-summary', 'cumulative-layout-shift'];
  settings.disableFullPageScreenshot = true;
} else if (loaded) {
  console.log('其他程序占用了处理器：性能分数只作提示');
  assert.assertions['categories:performance'][0] = 'warn';
}
/** The page with the feedback form also loads the styles of its sheets, bytes. */
const FORM_STYLES = 19 * 1024;
const { assertions } = assert;
config.ci.assert = {
  assertMatrix: [
    { matchingUrlPattern: '^(?!.*cmsAbout).*$', assertions },
    {
      matchingUrlPattern: '.*cmsAbout.*',
      assertions: { ...assertions, 'resource-summary:stylesheet:size': ['error', { maxNumericValue: FORM_STYLES }] },
    },
  ],
};
const configFile = join(folder, 'lighthouserc.json');
writeFileSync(configFile, JSON.stringify(config));

const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataDir,
  DEMO: '1',
  CAPTCHA: 'off',
  LOG_LEVEL: 'error',
  FFMPEG: 'off',
  CHROME_PATH: await findBrowser(),
  LHCI_NO_LIGHTHOUSERC: '1',
};
const lhci = (command, ...more) =>
  spawnSync(node, [join(root, 'node_modules/@lhci/cli/src/cli.js'), command, `--config=${configFile}`, ...more], { cwd: root, env, stdio: 'inherit' })
    .status;

const results = join(root, '.lighthouseci');
/** Times that a page is measured again if the browser could not measure it. */
const RETRIES = 2;

/** Deletes the results in which an audit has no value because of a browser error, and returns the addresses of their pages. */
function takeUnmeasured() {
  const unmeasured = new Set();
  for (const name of readdirSync(results).filter((file) => /^lhr-.*\.json$/.test(file))) {
    const file = join(results, name);
    const { requestedUrl, runtimeError, audits } = JSON.parse(readFileSync(file, 'utf8'));
    if (!runtimeError && Object.values(audits).every(({ scoreDisplayMode }) => scoreDisplayMode !== 'error')) continue;
    unmeasured.add(requestedUrl);
    for (const part of [file, file.replace(/json$/, 'html')]) rmSync(part, { force: true });
  }
  return [...unmeasured];
}

let status = lhci('collect');
for (let time = 0; time < RETRIES && status === 0; time += 1) {
  const again = takeUnmeasured();
  if (again.length === 0) break;
  console.log(`再测一次：${again.join(' ')}`);
  writeFileSync(configFile, JSON.stringify({ ci: { ...config.ci, collect: { ...collect, url: again } } }));
  status = lhci('collect', '--additive');
}
/** Deletes the results of the pages that failed an assertion, and returns their addresses. */
function takeFailed() {
  const failed = JSON.parse(readFileSync(join(results, 'assertion-results.json'), 'utf8')).filter(
    ({ level, passed }) => level === 'error' && !passed,
  );
  const addresses = new Set(failed.map(({ url }) => url));
  for (const name of readdirSync(results).filter((file) => /^lhr-.*\.json$/.test(file))) {
    const file = join(results, name);
    if (!addresses.has(JSON.parse(readFileSync(file, 'utf8')).finalUrl)) continue;
    for (const part of [file, file.replace(/json$/, 'html')]) rmSync(part, { force: true });
  }
  return [...addresses];
}

writeFileSync(configFile, JSON.stringify(config));
if (status === 0) status = lhci('assert');
// As with the journeys: on a loaded machine one measure may be wrong, two are not.
if (status !== 0 && once && existsSync(join(results, 'assertion-results.json'))) {
  const again = takeFailed();
  console.log(`再测一次：${again.join(' ')}`);
  writeFileSync(configFile, JSON.stringify({ ci: { ...config.ci, collect: { ...collect, url: again } } }));
  status = lhci('collect', '--additive');
  writeFileSync(configFile, JSON.stringify(config));
  if (status === 0) status = lhci('assert');
}
rmSync(dataDir, { recursive: true, force: true });
process.exit(status ?? 1);
