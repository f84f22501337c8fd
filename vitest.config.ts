import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: two files at a time.
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,tests/architecture}/**/*.test.ts'],
          globalSetup: './tests/support/migrated-database.ts',
          setupFiles: './tests/support/wait-limits.ts',
          // A house is made and closed by each file and nothing of it stays in a module: what is imported once serves them all.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['{src,sw,scripts}/**/*.test.{ts,tsx}'],
          // Each file has a window of its own in a thread that stays: three fifths of the time that a process for each takes.
          pool: 'vmThreads',
          setupFiles: ['./tests/support/web-crypto.ts', './tests/support/wait-limits.ts'],
        },
      },
    ],
  },
});
