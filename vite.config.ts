import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { contractWire } from './scripts/contract-wire.ts';
import { scriptRendered } from './scripts/script-rendered.ts';
import { ownCopy } from './scripts/own-copy.ts';
import { MANIFEST } from './scripts/web-manifest.ts';

const root = import.meta.dirname;
const PAGES =
  /\/(reader\.html|src\/(first-page|reader-entry|reader-engine\/(?!open-book|after-paint|anchor|cfi\.|column-|contents|frame-pool|framed-document|marks|narrow-lines|note|overflow-fixes|passage|picture|reading-order|selection|quote|ragged|sentence|spreads|stage-rect|turn-queue))|contract\/reading\/first-page)/;

/** Small parts of many screens. */
const PARTS =
  /\/src\/(format\/(bytes|script)|session\/(pending-intent|current-person|log-out)|favorites\/(pending-favorites|set-favorite)|site\/library\/use-failure-toast|site\/frame\/(nav-bar|dialogs|back-key|sheet|undo|latin))\b|\/contract\/library\/shelf\./;
/** What a device keeps: books, places, notes, and what sends them. Every screen of one's own reading needs most of it. */
const DEVICE =
  /\/src\/(downloads|reading-progress|sync)\/(?!removed-copies|track-link|link-refresh|stored-downloads)|\/src\/reader-engine\/quote\.|\/src\/annotations\/(annotation|marks|passage-address)|\/src\/reading-stats\/reading-days|\/src\/storage\/device-store|\/src\/media-player\/positions|\/src\/site\/reading\/(reading-pace|reading-(page|look)\.store|marking\.store|use-marks)|\/node_modules\/idb-keyval|\/sw\/(messages|license-clock|download-encryption|background-fetch)|\/scripts\/native-xmldom/;
/** What is done with a passage; the reader's page fetches it once the text stands. */
const MARKING =
  /\/src\/site\/reading\/(marking|mark-|selection-menu|floating-menu|bookmark-button|require-login|note-editor|undo-mark|notes\.css)|\/src\/(drafts|book-search\/surrounding-text)/;

/** What the server answers while the client is served from its sources (`npm run dev`). */
const SERVED = ['/prod-api', '/books', '/media', '/covers', '/avatars', '/profile', '/robots.txt', '/sitemap.xml'];
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

export default defineConfig({
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(SERVED.map((path) => [path, server])) },
  plugins: [
    contractWire(root),
    react(),
    scriptRendered('reader.html'),
    ownCopy('reader', 'loader'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: MANIFEST,
      injectManifest: {
        // The shell only: what home, shelf and reader need with the network gone.
        globPatterns: ['{index,reader}.html', 'assets/*.{js,css}', 'icons/mark.svg'],
        // Left to the cache of what was used: the back office, doors that need a network anyway.
        globIgnores: [
          'assets/admin-*',
          'assets/open-player-{core,open-player,video}*',
          'assets/open-player-*.css',
          'assets/{login.screen,register.screen,sign-in-layout}-*',
        ],
        maximumFileSizeToCacheInBytes: 512 * 1024,
      },
    }),
  ],
  resolve: {
    alias: [
      { find: '@xmldom/xmldom', replacement: `${root}/scripts/native-xmldom.ts` },
      // The package's own entry leads to its development build, warnings included.
      { find: /^react-router$/, replacement: `${root}/node_modules/react-router/dist/production/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${root}/node_modules/react-router/dist/production/dom-export.mjs` },
    ],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'reader.html'],
      output: {
        // What the first visit needs comes in one piece: forty small files are seven round trips on a phone.
        codeSplitting: {
          groups: [
            // What a page of a book is laid out by, apart: the reader begins with it alone.
            { name: 'pages', test: PAGES, priority: 2 },
            { name: 'loader', test: /vite\/preload-helper|rolldown\/runtime|reading-progress\/position-hints|reading\/prepared-book/, priority: 3 },
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: 'parts', test: PARTS },
            { name: 'device', test: DEVICE },
            { name: 'marking', test: MARKING },
            // Used by the search of the site, of a book, and of notes and words.
            { name: 'folding', test: /contract\/reading\/search-folding/ },
          ],
        },
        // Chunks of the back office carry its name, so that the worker's shell can leave them out.
        chunkFileNames: (chunk) =>
          chunk.moduleIds.some((id) =>
            /src\/(admin|uploads)\/|\?schema|node_modules\/(antd|@ant-design|tus-js-client|zod|echarts|zrender|fuse\.js)\//.test(id),
          )
            ? 'assets/admin-[name]-[hash:7].js'
            : chunk.moduleIds.some((id) => /node_modules\/video\.js\//.test(id))
              ? 'assets/open-player-[name]-[hash:7].js'
              : 'assets/[name]-[hash:7].js',
      },
    },
  },
});
