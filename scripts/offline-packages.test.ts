import { expect, it } from 'vitest';
import { type BuiltChunk, filesOfKind } from './offline-packages.ts';

const chunk = (name: string, more: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName: `assets/${name}.js`,
  code: '',
  imports: [],
  moduleIds: [`/app/src/${name}.ts`],
  css: [],
  ...more,
});
const LATER: Readonly<Record<string, readonly string[]>> = {
  '/app/src/screen.ts': ['/app/src/pdf.ts', '/app/src/admin/page.ts'],
  '/app/src/pdf.ts': [],
};
const build = {
  chunks: [
    chunk('screen', { imports: ['assets/base.js'], css: ['assets/screen.css'] }),
    chunk('base'),
    chunk('pdf', { code: 'new Worker("/assets/pdf.worker.mjs"); load("/assets/other.css")', css: ['assets/pdf.css'] }),
    chunk('admin/page'),
    chunk('other'),
  ],
  assets: ['assets/screen.css', 'assets/pdf.css', 'assets/other.css', 'assets/pdf.worker.mjs', 'assets/unused.mjs'],
  importsOf: (id: string) => ({ now: [], later: LATER[id] ?? [] }),
};

it('#43.8 a kind needs its screens, what they import now and later, their style sheets and workers, and nothing of the back office', () => {
  expect(filesOfKind({ modules: ['/app/src/screen.ts'] }, build)).toEqual(
    ['screen.js', 'screen.css', 'base.js', 'pdf.js', 'pdf.css', 'pdf.worker.mjs'].map((name) => `assets/${name}`).toSorted(),
  );
  expect(filesOfKind({ modules: ['/app/src/screen.ts'], without: ['/app/src/pdf.ts'] }, build)).not.toContain('assets/pdf.js');
  expect(() => filesOfKind({ modules: ['/app/src/gone.ts'] }, build)).toThrow('the build has no /app/src/gone.ts');
});
