import { defineConfig, devices } from '@playwright/test';
import { journeyWorkers, limit, machineFactor } from './tests/support/machine-speed.ts';

const workers = journeyWorkers(await machineFactor());

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const launchOptions = {
  executablePath,
  // Chromium gives downloads their Chinese names only where the locale has them.
  env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } as Record<string, string>,
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--force-prefers-reduced-motion',
    // A microphone that gives a tone, for answers that are spoken; the headless shell asks no user, so the answer is given here.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    // As in a full browser: a script that loops in the preview frame does not stop its page.
    '--site-per-process',
  ],
};

const LONGEST = /(pages-axe|system)\.desktop\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/ready-server.ts',
  outputDir: '.cache/journeys',
  timeout: limit(90_000),
  expect: { timeout: limit(10_000) },
  workers,
  fullyParallel: false,
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '.cache/journeys.json' }]],
  use: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', launchOptions, trace: 'off' },
  projects: [
    // The longest files run first: while one worker runs them the others run the rest, and no worker idles for long at the end.
    { name: 'longest', use: { viewport: { width: 1440, height: 900 }, launchOptions }, testMatch: LONGEST },
    {
      name: 'phone',
      // One pixel instead of four of a phone's: drawing them all costs a tenth of a run.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions },
      testMatch: /.*(?<!\.desktop)\.spec\.ts/,
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, launchOptions }, testMatch: /.*\.desktop\.spec\.ts/, testIgnore: LONGEST },
  ],
});
