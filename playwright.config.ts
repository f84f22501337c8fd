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

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/ready-house.ts',
  outputDir: '.cache/journeys',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '.cache/journeys.json' }]],
  use: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', launchOptions, trace: 'off' },
  projects: [
    // The longest goes first: while one worker looks at every page of the desk, the other goes through the rest.
    { name: 'pages', use: { viewport: { width: 1280, height: 720 }, launchOptions }, testMatch: /pages-axe\.desktop\.spec\.ts/ },
    {
      name: 'phone',
      // Four of a phone's pixels as one: what is drawn for them costs a tenth of a run.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, launchOptions },
      testMatch: /.*\.phone\.spec\.ts|.*(?<!\.desktop)\.spec\.ts/,
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, launchOptions }, testMatch: /.*(?<!pages-axe)\.desktop\.spec\.ts/ },
  ],
});
