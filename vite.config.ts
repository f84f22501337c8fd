import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { adminEngine } from './scripts/admin-engine.ts';
import { contractWire } from './scripts/contract-wire.ts';
import { sitePageModules } from './scripts/site-page-modules.ts';
import { scriptRendered } from './scripts/script-rendered.ts';
import { documentEditorParts } from './scripts/document-editor-parts.ts';
import { hiddenIcons } from './scripts/hidden-icons.ts';
import { noBreakSpaces } from './scripts/no-break-spaces.ts';
import { offlinePackages } from './scripts/offline-packages.ts';
import { ownCopy } from './scripts/own-copy.ts';
import { MANIFEST } from './scripts/web-manifest.ts';

const root = import.meta.dirname;
const PAGES =
  /^(?!.*\?admin).*\/(reader\.html|src\/(first-page|reader-entry|reader-engine\/(?!(?:\w+\/)?(?:open-book|after-paint|anchor|book-colours|cfi\.|colour-|column-|contents|drawn-colours|frame-pool|framed-document|marks|narrow-lines|note|overflow-fixes|passage|picture|reading-order|selection|quote|pending-input|ragged|sentence|spreads|stage-rect|side-by-side|table-|turn-queue)))|contract\/reading\/first-page)/;

/** Small modules that many screens use. */
const PARTS =
  /\/src\/(api\/(all-of|pages-of|with-key)|format\/(bytes|script)|session\/(pending-intent|current-person|log-out)|favorites\/(pending-favorites|set-favorite)|site\/library\/use-failure-toast|site\/frame\/(nav-bar|dialogs|back-key|sheet|undo|latin))\b|\/contract\/(clock|catalog\/category|library\/shelf|reading\/own-book-id|system\/(?:dictionary-entry|file))\.ts$/;
/** The cart: the icon in the top bar loads it after the first paint. */
const CART = /^(?!.*\?schema).*(?:\/src\/cart\/|\/src\/site\/frame\/bag-link\.|\/contract\/commerce\/order(-limits)?\.ts)/;
/** What the block of contests on the front pages shares with their pages. */
const CONTESTS = /\/src\/site\/contest\/contest-(words|art)\b|\/contract\/contest\/contest-path\b/;
/** Data stored on the device (books, positions, notes) and the code that sends it. Every screen of the user's own reading needs most of it. */
const DEVICE =
  /^(?!.*\?admin).*(?:\/src\/(downloads|reading-progress|sync)\/(?!device-id|download-track|fetch-part|own-books|placed-media|removed-copies|renew-rights|track-link|link-refresh|stored-downloads)|\/src\/reader-engine\/quote\.|\/src\/annotations\/((use-)?annotation|marks|passage-address)|\/src\/reading-stats\/reading-days|\/src\/storage\/device-store|\/src\/media-player\/positions|\/src\/site\/reading\/(?:\w+\/)?(announced-position|reading-pace|reading-(page|look)\.store|marking\.store|use-marks)|\/node_modules\/idb-keyval|\/sw\/(messages|license-clock|download-encryption|background-fetch)|\/scripts\/native-xmldom)/;
/** What the pages of recordings share with the recordings in a textbook. */
const RECORDING =
  /^(?!.*\?admin).*\/src\/(site\/media\/media-messages|media-player\/(transcript|track-session|system-controls|recording-sleep|trial-position|track-chapters|sleep-timer)|downloads\/(track-link|link-refresh))\.ts/;
/** Small modules of the lists of public pages: each file of its own would be named in what the first visit loads. */
const LISTS =
  /\/contract\/content\/information(-path)?\.ts$|\/contract\/scholar\/public-scholar\.ts$|\/rank-address\.ts$|\/src\/site\/(catalog\/work-removed|frame\/load-more)\.tsx$/;
/** Actions on a passage; the reader page loads them after the text is shown. */
const MARKING =
  /\/src\/site\/reading\/(?:marking\/(?:marking|mark-|selection-menu|floating-menu|note-editor|undo-mark|notes\.css)|bookmark-button|require-login)|\/src\/(drafts\/(?!draft-saving|autosave)|book-search\/surrounding-text)|\/src\/site\/frame\/mark-colours\./;

/** Files of the back office, which the shell of the service worker leaves out. */
const ADMIN_SOURCE = /src\/(admin|form-renderer|form-preview)\//;
/** Style sheets that several admin pages share; the bundler gives no source file for them. */
const ADMIN_SHARED_CSS = /^(crud|rich-text|monitor|tool|modeller|create-viewer|create-modeller|filled-form|form-\w+|code-preview)\.css$/;

/** The document editor and what only it uses: about a megabyte that a page of documents loads, and never the service worker's precache. */
const DOCUMENT_EDITOR =
  /src\/document-editor\/(embedded|onlyoffice)\/|node_modules\/(@docx-editor\.dev|@radix-ui|@nodable|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|bidi-js|emf-converter|utif2|fast-xml-(parser|builder)|harfbuzzjs|class-variance-authority|react-remove-scroll[\w-]*|react-style-singleton|use-(callback-ref|sidecar)|aria-hidden|get-nonce|detect-node-es)\//;

/** The preview frame of the form designer: a document of its own, which the service worker never stores. */
const FRAME = /form-preview\.html|src\/form-preview\/frame\.|vue2\/dist\/vue\.min|element-ui\/lib\/(index\.js|theme-chalk\/index\.css)/;

/** Paths that the server answers while Vite serves the client from its sources (`npm run dev`). */
const SERVED = ['/prod-api', '/books', '/media', '/covers', '/avatars', '/profile', '/onlyoffice', '/robots.txt', '/sitemap.xml', '/feed'];
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

export default defineConfig({
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(SERVED.map((path) => [path, server])) },
  plugins: [
    adminEngine(root),
    contractWire(root),
    noBreakSpaces(root),
    sitePageModules(root),
    react(),
    hiddenIcons(),
    scriptRendered('reader.html'),
    ownCopy('reader', 'loader'),
    documentEditorParts(root),
    offlinePackages(root),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: MANIFEST,
      // The browser loads them for the device itself; no page shows them.
      includeManifestIcons: false,
      injectManifest: {
        // Only the shell: what home, shelf and reader need offline.
        globPatterns: ['{index,reader}.html', 'offline-packages.json', 'assets/*.{js,css}', 'icons/mark.svg'],
        // Cached on first use instead: the admin client, and modules that need a network anyway.
        globIgnores: [
          'assets/admin-*',
          'assets/form-preview-*',
          'assets/document-editor-*',
          'assets/{document.screen,document-workspace,document-served,document-reading,beside-list}-*',
          'assets/{pattern,regex}.worker-*',
          'assets/open-player-{core,open-player,video}*',
          'assets/open-player-*.css',
          'assets/{login.screen,rare-screens,sign-in-layout,second-step}-*',
          'assets/{contest-detail.screen,contest-list.screen,contest-places,contest-???????.css,entry-sheet,my-contests.screen,certificate.screen}*',
          'assets/{preliminary,person-review.screen,judge-view,judging,task-list,my-review,pdf}*',
          'assets/{author-proof-sheet,proof-sheet,mark-places}*',
          'assets/{professor-center,author-home.screen,author-online.screen,author-publish.screen}*',
          'assets/{author-confirm,author-confirm.screen,author-queries,author-tabs,manuscript-sheet,revision-wizard,revenue.screen,bpmn-js}-*',
          'assets/{author-publish,publication-select,event-dialog,scholar.screen,scholar-list.screen,feedback-section,rank.screen,account-card}*',
          // Files of manuscripts and the player of proofs need a network.
          'assets/{proof-player,played-proof,played-file,manuscript-file,work-files,mark-place,mark-time}-*',
          'assets/{invitation.screen,submission,journal,issue.screen}*',
          'assets/{passkey,archive-edit.screen,article.screen}-*',
          'assets/{author-order.screen,payee.screen,spread-links,spread.machine}-*',
          'assets/spread{,-limits}-???????.*',
          'assets/{textbook-list,textbook-card,textbook.site,captcha-field,code-sheet,formula-source,sample-sheet,placed,placed-layer,placed-player,placed-film,placed-panel,placed-media,placed-exercise,chapter-end,book-classes,textbook-contents,textbook-parts,textbook-practice,textbook-classes,tab-list,practice,daily-review,review-page,review-wait,wrong-book,review-log,question-view,judge-answer,question-limits}*',
          'assets/{feedback,use-feedback-pictures}-???????.js',
          'assets/{statement,statement-check,draft-saving,order.screen,checkout-sheet,more-ways,fee-pay,seat.screen,pay-code,withdraw-sheet,manuscript.machine,order.machine}-*',
          // Classes: a pack on the device brings their pages (`sw/offline-kinds.ts`).
          'assets/{answer-shape,answer-files,assignment,attempt,class-pack,packed-files,pack-store,held-in-page,recorder,class-seats,class-sheet,class.screen,course-class,course-sheet,copy-sheet,join-sheet,learning}*',
          'assets/{new-assignment,open-courses,own-textbooks,plain-html,upload-answer,platform.screen,question-kind,reason-sheet,score-words,state-tag,teach,unsent-note}*',
          // Notes of teachers in a book, and what members of a class read.
          'assets/{class-note,class-notes,class-tabs,join-code-sheet,learning-tab,materials-tab,note-text,note-sound,note-recording,study-queries,daily-queries,practice-sender,practice-source,marks-sender,marks-store,mark-form}*',
          // Banks of teachers, and exercises: they are judged on the server.
          'assets/{bank.screen,question-editing,question-editor,question-import,question-export,question-view,question-limits,key-problems,paper,paper-page}-*',
          // Courses and classes need a network; a pack and an attempt that was begun hold their code on the device (`sw/offline-kinds.ts`).
          'assets/{answer-shape,assignment-steps,assignment.screen,attempt-sender,class-pack,class-sheet,class.screen,course-class.machine}-*',
          'assets/{new-assignment,platform.screen,question-kind,reason-sheet,scoring,teach-assignment.screen,teach-board,teach-board.screen,teach-marking.screen,teaching,teaching-limits,unsent-attempts,unsent-note}-*',
          // What only the back office, the editor of documents and the player of films import; a film on the device holds its own (`sw/offline-kinds.ts`).
          'assets/{floating-ui.dom,browser-index,load-editor,flush-documents}-*',
          'assets/{composition,print-sheet,record-charts,labelled}-???????.css',
          // Styles of the admin client and of the screens above.
          'assets/{author,composition,document,manuscript,print-sheet,record-charts,task,topic,order,recon,correction-check,revenue,earning,statement-check,bank,attempt}-???????.css',
          // The way between a recording and its text; stored with a copy on the device (`sw/offline-kinds.ts`).
          'assets/{recording-tools,recorded-edition,read-from-there,text-map,text-letters,text-place,text-work,basis-words}*',
          // The worker has its own copy; the page uses this one in a trial, which needs a network.
          'assets/locate-*',
        ],
        maximumFileSizeToCacheInBytes: 512 * 1024,
      },
    }),
  ],
  resolve: {
    alias: [
      { find: '@xmldom/xmldom', replacement: `${root}/scripts/native-xmldom.ts` },
      // The package's main entry loads its development build, which includes warnings.
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
      // Messages of the router for its developers; their words are a hundredth of the first script.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce'] },
      optimization: { inlineConst: true },
      input: ['index.html', 'reader.html', 'form-preview.html'],
      output: {
        // One file for what the first visit needs: forty small files cost seven round trips on a phone.
        codeSplitting: {
          groups: [
            { name: 'form-preview', test: FRAME, priority: 4 },
            // The page layout code is a separate chunk: the reader starts with it alone.
            { name: 'pages', test: PAGES, priority: 2 },
            {
              name: 'loader',
              test: /vite\/preload-helper|rolldown\/runtime|reading-progress\/position-hints|reading\/prepared-book\.ts$/,
              priority: 3,
            },
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: 'parts', test: PARTS },
            { name: 'device', test: DEVICE },
            { name: 'marking', test: MARKING },
            { name: 'lists', test: LISTS },
            { name: 'recording', test: RECORDING },
            // Used by site search, by search in a book, and by search in notes and word lists.
            { name: 'contest-block', test: CONTESTS },
            { name: 'cart', test: CART },
            { name: 'folding', test: /contract\/reading\/search-folding\.ts$/ },
          ],
        },
        // The list of file names in the first script is smaller: 28 bits of a hash are enough to tell two releases of a file apart.
        hashCharacters: 'hex',
        assetFileNames: ({ names, originalFileNames }) =>
          originalFileNames.some((file) => /node_modules\/(vue2|element-ui)\//.test(file))
            ? 'assets/form-preview-[name]-[hash:7][extname]'
            : originalFileNames.some((file) => DOCUMENT_EDITOR.test(file))
              ? 'assets/document-editor-[name]-[hash:7][extname]'
              : originalFileNames.some((file) => ADMIN_SOURCE.test(file)) || names.some((name) => ADMIN_SHARED_CSS.test(name))
                ? 'assets/admin-[name]-[hash:7][extname]'
                : 'assets/[name]-[hash:7][extname]',
        // Admin chunks are named `admin-…`, so that the service worker's precache can leave them out.
        chunkFileNames: (chunk) =>
          chunk.name !== 'contest-block' &&
          chunk.moduleIds.some((id) =>
            /src\/(admin|uploads|form-renderer)\/|contract\/workflow\/form-|\?schema|\?admin|node_modules\/(antd|@ant-design|@rc-component\/(?!mini-decimal)[\w-]+|tus-js-client|zod|echarts|zrender|fuse\.js|bpmn-js|bpmn-auto-layout|diagram-js|[\w-]*moddle[\w-]*|@dnd-kit|@codemirror|@lezer|codemirror|js-beautify|acorn)\//.test(
              id,
            ),
          )
            ? 'assets/admin-[name]-[hash:7].js'
            : chunk.moduleIds.some((id) => DOCUMENT_EDITOR.test(id))
              ? 'assets/document-editor-[name]-[hash:7].js'
              : chunk.moduleIds.some((id) => /node_modules\/video\.js\//.test(id))
                ? 'assets/open-player-[name]-[hash:7].js'
                : 'assets/[name]-[hash:7].js',
      },
    },
  },
});
