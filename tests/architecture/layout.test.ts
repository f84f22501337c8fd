import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PAGES, MENU_PLACES } from '../../contract/menus.ts';
import { PAGE_HEADS } from '../../contract/content/page.ts';
import { SITE_PAGES } from '../../contract/site-pages.ts';

const ROOT = join(import.meta.dirname, '..', '..');

function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const AREAS = [
  'identity',
  'earnings',
  'scholar',
  'catalog',
  'discovery',
  'reading',
  'library',
  'media',
  'contest',
  'authoring',
  'content',
  'inbox',
  'structure',
  'press',
  'periodical',
  'commerce',
  'workflow',
  'system',
  'monitor',
  'tool',
  'annotation',
  'comment',
  'wechat',
  'textbook',
  'teaching',
  'tutor',
  'manuscript',
  'topic',
  'review',
  'protocol',
  'proof',
  'composition',
  'template',
  'report',
];
const sources = ['contract', 'server', 'src', 'sw'].flatMap(files).filter((path) => /\.(ts|tsx)$/.test(path));

test('no file or folder has a forbidden name', () => {
  const bad = sources.filter((path) =>
    /(^|\/)(utils?|common|shared|helpers?|misc|lib|core|types|index|new|temp)(\.|\/)/i.test(path.replace(/^contract\//, '')),
  );
  expect(bad).toEqual([]);
});

test('a file name is a noun in kebab-case with at most one role suffix', () => {
  const roles = new Set([
    'area',
    'command',
    'policy',
    'rule',
    'format',
    'parser',
    'step',
    'routes',
    'service',
    'queries',
    'screen',
    'page',
    'store',
    'test',
    'worker',
    'machine',
    'site',
    'd',
  ]);
  const bad = sources.filter((path) => {
    const [noun = '', ...rest] = (path.split('/').at(-1) ?? '').replace(/\.tsx?$/, '').split('.');
    return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(noun) || rest.some((role) => !roles.has(role));
  });
  expect(bad).toEqual([]);
});

test('the contract and the server contain only the agreed areas', () => {
  const areas = new Set(
    files('contract')
      .filter((path) => path.split('/').length === 3)
      .map((path) => path.split('/')[1]),
  );
  expect([...areas].filter((area) => !AREAS.includes(area ?? ''))).toEqual([]);
});

/** Calls for compatible clients that no client of this product uses yet. */
const FOR_PEERS = new Set(['contract/system/file.ts', 'contract/content/slogan.ts', 'contract/workflow/flow-deployment.ts']);
/** Contract files without calls, which both sides read: forms and BPMN of the workflow, and those of the list. */
const WORKFLOW_FORMATS = /^contract\/workflow\/(form-|bpmn-|node-settings)/;
/** Judging of answers, the same in browser and server, and the schemas of its shapes. */
const ANSWER_RULES =
  /^contract\/textbook\/(answer\/|answer-shape|blank-hints|display-order|formula-source|key-problems|question-limits|question-schema|upload-answer)/;
const WORDS_ONLY = new Set([
  'contract/annotation/book-order.ts',
  'contract/catalog/title-marks.ts',
  'contract/identity/display-name.ts',
  'contract/identity/personal-fields.ts',
  'contract/identity/safe-redirect.ts',
  'contract/media/captions.ts',
  'contract/media/web-vtt.ts',
  'contract/media/address.ts',
  'contract/media/master-track.ts',
  'contract/manuscript/work-files.ts',
  'contract/proof/mark-place.ts',
  'contract/proof/mark-time.ts',
  'contract/media/part-name.ts',
  'contract/periodical/doi.ts',
  'contract/periodical/orcid.ts',
  'contract/periodical/person-name.ts',
  'contract/system/identity-number.ts',
  'contract/catalog/textbook-stage.ts',
  'contract/teaching/assignment-time.ts',
  'contract/teaching/attempt-journal.ts',
  'contract/teaching/attempt-time.ts',
  'contract/teaching/course-score.ts',
  'contract/teaching/release-rule.ts',
  'contract/teaching/review-card.ts',
  'contract/teaching/review-day.ts',
  'contract/teaching/review-queue.ts',
  'contract/teaching/teaching-limits.ts',
  'contract/textbook/plain-html.ts',
  'contract/textbook/practice-path.ts',
  'contract/textbook/question-kind.ts',
  'contract/textbook/review-log.ts',
  'contract/textbook/textbook-limits.ts',
  'contract/textbook/wrong-book.ts',
  'contract/commerce/order-limits.ts',
  'contract/earnings/earning-limits.ts',
  'contract/commerce/invoice-limits.ts',
  'contract/structure/credit-code.ts',
  'contract/system/upload-rules.ts',
  'contract/reading/first-page.ts',
  'contract/reading/download-hint.ts',
  'contract/reading/prepared-book.ts',
  'contract/reading/reader-path.ts',
  'contract/reading/own-book-id.ts',
  'contract/reading/own-book-place.ts',
  'contract/reading/search-folding.ts',
  'contract/reading/sign-tables.ts',
  'contract/reading/without-signs.ts',
  'contract/reading/silent-elements.ts',
  'contract/reading/simplified-characters.ts',
  'contract/reading/srcset.ts',
  'contract/catalog/own-value.ts',
  'contract/catalog/search-title.ts',
  'contract/comment/comment-limits.ts',
  'contract/contest/contest-limits.ts',
  'contract/contest/contest-path.ts',
  'contract/contest/scoring.ts',
  'contract/tutor/tutor-limits.ts',
  'contract/textbook/access-code-text.ts',
  'contract/content/launch.ts',
  'contract/content/page.ts',
  'contract/content/page-block.ts',
  'contract/content/back-office.ts',
  'contract/content/first-queries.ts',
  'contract/library/record-stat.ts',
  'contract/media/recording-format.ts',
  'contract/composition/epub-recipe.ts',
  'contract/manuscript/document-pages.ts',
  'contract/manuscript/manuscript-limits.ts',
  'contract/manuscript/word-count.ts',
  'contract/periodical/issn.ts',
  'contract/periodical/journal-fee.ts',
  'contract/periodical/periodical-limits.ts',
  'contract/catalog/publication-fields.ts',
  'contract/template/template-types.ts',
  'contract/template/template-variables.ts',
  'contract/topic/topic-rules.ts',
  'contract/system/tree.ts',
  'contract/proof/error-rate.ts',
  'contract/wechat/rank-period.ts',
]);

test('every noun of the contract has a server module, and is used by a client', () => {
  const faces = sources.filter((path) => path.startsWith('src/') || path.startsWith('sw/')).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const missing = files('contract')
    .filter(
      (path) =>
        path.split('/').length === 3 &&
        /(?<!\.test|\.machine|\.area|\.site)\.ts$/.test(path) &&
        !WORDS_ONLY.has(path) &&
        !ANSWER_RULES.test(path) &&
        !WORKFLOW_FORMATS.test(path),
    )
    .flatMap((path) => {
      const [, area = '', file = ''] = path.split('/');
      const noun = file.replace('.ts', '');
      const served = sources.some((one) => new RegExp(`^server/${area}/([\\w-]+/)?${noun}\\.routes\\.ts$`).test(one));
      const seen = faces.some((text) => text.includes(`contract/${area}/${noun}.ts`));
      return [...(served ? [] : [`${path} is not served`]), ...(seen || FOR_PEERS.has(path) ? [] : [`${path} has no face`])];
    });
  expect(missing).toEqual([]);
});

test('every page of the menu has a component and a directory, and every component is in the menu', () => {
  const manifests = sources.filter((path) => /^src\/admin\/(\w+)\/\1\.area\.ts$/.test(path)).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const components = manifests.flatMap((text) => [...text.matchAll(/^ {4}'([^']+)': /gm)].map((found) => found[1] ?? ''));
  expect(MENU_PLACES.length).toBeGreaterThan(10);
  expect(components.toSorted()).toEqual(MENU_PLACES.map(({ component }) => component).toSorted());
  expect(MENU_PLACES.length).toBe(ALL_PAGES.length);
});

test('every public page with metadata has a screen', () => {
  const routes = readFileSync(join(ROOT, 'src/app/routes.tsx'), 'utf8');
  const lacking = Object.keys(PAGE_HEADS).filter(
    (path) =>
      !routes.includes(`'${path}'`) &&
      !routes.includes(`'${path.split('/').at(-1)}'`) &&
      !routes.includes(`${path.split('/').at(-1)}/`) &&
      !routes.includes('NOT_FOUND'),
  );
  expect(lacking).toEqual([]);
});

test('every site page of an area has a screen, and every screen of the manifests has a page', () => {
  const manifests = sources.filter((path) => /^src\/site\/(\w+)\/\1\.area\.ts$/.test(path)).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const paths = manifests.flatMap((text) => [...text.matchAll(/^ {2}'([^']+)': /gm)].map((found) => found[1] ?? ''));
  expect(paths.toSorted()).toEqual(SITE_PAGES.map(({ path }) => path).toSorted());
  expect(SITE_PAGES.filter(({ screen }) => !sources.includes(`src/site/${screen}`))).toEqual([]);
  const routes = ['site-routes', 'own-screens'].map((name) => readFileSync(join(ROOT, `src/app/${name}.ts`), 'utf8')).join('\n');
  expect(manifests.length).toBe(routes.match(/from '\.\.\/site\/\w+\/\w+\.area\.ts'/g)?.length);
});

test('migrations are numbered without gaps, and their order is that of their names', () => {
  const names = files('server/db/migrations').map((path) => path.split('/').at(-1) ?? '');
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !/^\d{3}-[a-z0-9-]+\.ts$/.test(name))).toEqual([]);
  expect(names.toSorted().map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_name, index) => index + 1));
});

test('#43.5 documents that people send are parsed and compared only in the worker', () => {
  const parsers =
    /^import (?!type )[^;]*from '[^']*document\/(docx-(text|parts|view|package|html|marked|template)|paragraph-diff|text-correction|version-blame|review-check|xml-tree|document-operations)\.ts';/m;
  const outside = sources.filter((path) => /^server\/(?!document\/|seed\/)/.test(path) && !path.endsWith('.test.ts'));
  expect(outside.filter((path) => parsers.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
