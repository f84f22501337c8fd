import { defineConfig, devices } from '@playwright/test';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const launchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--force-prefers-reduced-motion',
  ],
};

const LONGEST = /(pages-axe|system)\.desktop\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/ready-server.ts',
  outputDir: '.cache/journeys',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // One of them often waits, for a sound that plays or a line that stalls: two cores are busy then as well.
  workers: 3,
  fullyParallel: false,
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '.cache/journeys.json' }]],
  use: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', launchOptions, trace: 'off' },
  projects: [
    // The longest go first: while one worker is in them, the other goes through the rest, and neither waits long at the end.
    { name: 'longest', use: { viewport: { width: 1440, height: 900 }, launchOptions }, testMatch: LONGEST },
    {
      name: 'phone',
      // Four of a phone's pixels as one: what is drawn for them costs a tenth of a run.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions },
      testMatch: /.*(?<!\.desktop)\.spec\.ts/,
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, launchOptions }, testMatch: /.*\.desktop\.spec\.ts/, testIgnore: LONGEST },
  ],
});
