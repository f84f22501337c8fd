import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{contract,server,src,sw,scripts,tests/architecture}/**/*.test.{ts,tsx}'],
    globalSetup: './tests/support/migrated-database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: two files at a time, each a process of its own.
    maxWorkers: 2,
    reporters: ['default'],
  },
});
