// Finds a Chromium for the tests: an installed one, else Playwright's, else Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
/** The same engine without a window system: browser tests use a third less CPU in it. */
const SHELL = ['/usr/bin/chromium-headless-shell'];
const FONTS = ['fonts-noto-cjk'];

async function existing(places) {
  const given = process.env.CHROMIUM;
  if (given && existsSync(given)) return given;
  const found = places.find((path) => existsSync(path));
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

const run = (command, args) => spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0;

/** Installs a Chinese font if there is none: without one every character is a box of the same width, and line break tests are meaningless. */
function ensureChineseFont() {
  const listed = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  if (listed.status === 0 && listed.stdout.trim() !== '') return;
  console.log('没有找到中文字体，正在安装……');
  run('apt-get', ['update']);
  if (!run('apt-get', ['install', '-y', 'fontconfig', ...FONTS])) console.log('无法安装中文字体，排版相关的测试可能失败');
}

/** Installs the headless shell beside a full browser, which is used if that fails. */
function installShell() {
  const packages = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'];
  if (run('apt-get', packages)) return;
  run('apt-get', ['update']);
  run('apt-get', packages);
}

/**
 * Returns the path of a browser, and installs one if there is none: the headless shell if it is present and requested, else a full
 * browser.
 */
export async function findBrowser({ shell = false } = {}) {
  if (process.platform === 'linux') ensureChineseFont();
  if (shell && process.env.CI && !process.env.CHROMIUM && process.platform === 'linux' && !existsSync(SHELL[0])) installShell();
  const places = shell ? [...SHELL, ...WHOLE] : [...WHOLE, ...SHELL];
  const found = await existing(places);
  if (found) return found;
  console.log('没有找到 Chromium，正在安装……');
  if (run('npx', ['playwright', 'install', 'chromium'])) {
    const own = await existing(places);
    if (own) return own;
  }
  run('apt-get', ['update']);
  for (const name of ['chromium-headless-shell', 'chromium']) if (run('apt-get', ['install', '-y', name, ...FONTS])) break;
  const own = await existing(places);
  if (!own) throw new Error('无法安装 Chromium，请安装后用 CHROMIUM=路径 指定');
  return own;
}
