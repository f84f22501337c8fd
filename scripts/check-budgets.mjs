// Size limits of a build in bytes over the network: brotli, as the server sends them.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SITE_PAGES } from '../contract/site-pages.ts';
import { root } from './install.mjs';

const KB = 1024;
const BOOK_FILES = 6;
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
const sizeOf = (file) =>
  existsSync(join(dist, `${file}.br`)) ? statSync(join(dist, `${file}.br`)).size : brotliCompressSync(readFileSync(join(dist, file))).length;

/** Returns the scripts that load with a module: its own chunk and its static imports. */
function scriptsOf(name, found = new Set()) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) scriptsOf(next, found);
  return found;
}
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entries = Object.keys(manifest).filter((name) => html.includes(`src="/${manifest[name].file}"`));
const visit = (...modules) => [...entries, ...modules].reduce((found, name) => scriptsOf(name, found), new Set());
const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

const home = visit();
const banned = [...home].filter((file) =>
  /\bant-(table|form|menu)-|AxiosError|epubcfi\(|ZodError|vjs-tech/.test(readFileSync(join(dist, file), 'utf8')),
);
const precached = [...readFileSync(join(dist, 'worker.js'), 'utf8').matchAll(/["']?url["']?:["']([^"']+)["']/g)].map((found) => found[1]);
const unpacked = precached.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);

// The size a list page adds after another list page: without the admin shell and the shared modules. The list of users is not counted: it
// has a tree next to it, so it also loads antd's tree.
const seen = visit('src/admin/layout/admin-frame.tsx', 'src/admin/layout/home.page.tsx', 'src/admin/system/post.page.tsx');
const lists = Object.keys(manifest).filter(
  (name) =>
    /^src\/admin\/.*\.page\.tsx$/.test(name) &&
    (manifest[name].imports ?? []).some((one) => [...scriptsOf(one)].some((file) => /resource-page/.test(file))),
);
const BESIDE_A_TREE = 'src/admin/system/user.page.tsx';
const listSizes = lists.filter((name) => name !== BESIDE_A_TREE).map((name) => [name, total([...scriptsOf(name)].filter((file) => !seen.has(file)))]);
if (process.argv.includes('--pages'))
  for (const [name, size] of listSizes.toSorted((a, b) => b[1] - a[1])) console.log(`  ${(size / KB).toFixed(1)} KB ${name}`);
const [heaviest, heaviestSize] = listSizes.toSorted((a, b) => b[1] - a[1])[0];

/** The public pages of the areas: the list of them, and the screen of each. */
const pages = SITE_PAGES.filter(({ head }) => head.index).map(({ screen: module }) => [
  module,
  total(visit('src/app/site-routes.ts', `src/site/${module}`)),
]);
const [heaviestPage, heaviestPageSize] = pages.toSorted((a, b) => b[1] - a[1])[0];

const screen = (area, noun) => `src/site/${area}/${noun}.screen.tsx`;
/** The scripts referenced by the reader's page: it has its own copy of the part that the manifest lists as an import. */
const firstPage = [...readFileSync(join(dist, 'reader.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((found) => found[1]);
const bookScripts = visit(screen('reading', 'epub-read'));

/** The scripts that the last module adds to the admin shell and the other modules. */
const SHELL = ['src/admin/layout/admin-frame.tsx', 'src/admin/layout/home.page.tsx'];
const beyond = (...modules) => {
  const before = visit(...SHELL, ...modules.slice(0, -1));
  return [...scriptsOf(modules.at(-1))].filter((file) => !before.has(file));
};
// The tree of the form is on the first screen of the designer; its settings of a component load after the canvas.
const FORM_DESIGNER = 'src/admin/tool/form-designer';
const DESIGNER = `${FORM_DESIGNER}/designer.page.tsx`;
const TREE = `${FORM_DESIGNER}/property-panel/structure-tree.tsx`;
const designer = [...beyond(DESIGNER), ...beyond(DESIGNER, TREE)];
const editors = new Set(
  ['code-mirror.ts', 'code-preview.tsx', 'code-generator/generate-code.ts'].flatMap((one) => beyond(DESIGNER, TREE, `${FORM_DESIGNER}/${one}`)),
);
const FORM_PAGE = 'src/admin/workflow/start-process.page.tsx';
const MOBILE_FORM = 'src/form-renderer/mobile/mobile-form.tsx';

const rows = [
  ['first visit to home', total(home), 115],
  ['first visit to the reading centre', total(visit(screen('catalog', 'browse'))), 125],
  ['first visit to a book', total(visit(screen('catalog', 'book-detail'))), 135],
  ['first visit to the login page', total(visit(screen('identity', 'login'))), 125],
  [`largest of ${pages.length} public pages of the areas (${heaviestPage})`, heaviestPageSize, 128],
  ['opening a book', total(bookScripts), 180],
  ['first page of a book', total(firstPage), 21],
  ['first visit to the admin shell', total(visit(...SHELL)), 400],
  [`largest of ${lists.length} list pages opened after another one (${heaviest.replace('src/admin/', '')})`, heaviestSize, 15],
  ['form designer beyond the admin shell', total(designer), 105],
  ['settings of a component, after the form designer', total(beyond(DESIGNER, TREE, `${FORM_DESIGNER}/property-panel/field-settings.tsx`)), 39],
  ['editors of the form designer, on first use', total(editors), 240],
  ['controls of a form on a phone, beyond the form', total(beyond(FORM_PAGE, MOBILE_FORM)), 80],
  ['workflow modeller beyond the admin shell', total(beyond('src/admin/workflow/flow-model.page.tsx')), 260],
  ['shell precached by the service worker', precached.reduce((sum, file) => sum + sizeOf(file), 0), 500],
];
// A file of the shell that imports another file at once fails offline without it.
const inShell = new Set(precached);
const torn = Object.values(manifest).flatMap(({ file, imports = [] }) =>
  inShell.has(file) ? imports.filter((name) => !inShell.has(manifest[name].file)).map((name) => `${file} → ${manifest[name].file}`) : [],
);
let bad = banned.length + torn.length + (precached.length === 0 ? 1 : 0);
for (const [name, size, most] of rows) {
  if (size > most * KB) bad += 1;
  console.log(`${size > most * KB ? '✗' : '✓'} ${name}: ${(size / KB).toFixed(1)} KB of ${most} KB`);
}
// Each file is a separate request, so small ones are merged (vite.config.ts).
const files = [...bookScripts].filter((file) => !home.has(file)).length;
if (files > BOOK_FILES) bad += 1;
console.log(`${files > BOOK_FILES ? '✗' : '✓'} opening a book: ${files} files of ${BOOK_FILES}, without those of home`);
for (const pair of torn) console.log(`✗ the shell has a file without what it imports: ${pair}`);
for (const name of banned) console.log(`✗ ${name} contains code that the first visit to home must not load`);
console.log(`${precached.length} files in the shell, ${(unpacked / KB).toFixed(0)} KB uncompressed`);
process.exit(bad > 0 ? 1 : 0);
