import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { machineFactor } from './tests/support/machine-speed.ts';

const factor = await machineFactor();

export default defineConfig({
  plugins: [react()],
  test: {
    testTimeout: 30_000 * factor,
    hookTimeout: 60_000 * factor,
    teardownTimeout: 10_000 * factor,
    // For two CPU cores: two test files at a time.
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,tests/architecture,tests/hostile}/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: './tests/support/migrated-database.ts',
          setupFiles: './tests/support/wait-limits.ts',
          // Each file creates and closes its own AppContext, and modules hold no state of it, so all files share one set of imported modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['{src,sw,scripts}/**/*.test.{ts,tsx}'],
          // Each file has its own window in a reused thread: this takes three fifths of the time of one process per file.
          pool: 'vmThreads',
          setupFiles: ['./tests/support/web-crypto.ts', './tests/support/wait-limits.ts'],
        },
      },
    ],
  },
});
