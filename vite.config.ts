import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { contractWire } from './scripts/contract-wire.ts';
import { MANIFEST } from './scripts/web-manifest.ts';

const root = import.meta.dirname;

export default defineConfig({
  plugins: [
    contractWire(root),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: MANIFEST,
      injectManifest: {
        // The shell only: what home, shelf and reader need with the network gone.
        globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/mark.svg'],
        globIgnores: ['assets/admin-*', 'assets/antd-*', 'assets/desk*'],
        maximumFileSizeToCacheInBytes: 512 * 1024,
      },
    }),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Chunks of the back office carry its name, so that the worker's shell can leave them out.
        chunkFileNames: (chunk) => (chunk.moduleIds.some((id) => id.includes('/src/admin/') || /node_modules\/(antd|@ant-design)\//.test(id)) ? 'assets/admin-[name]-[hash].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
