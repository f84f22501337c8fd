import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LANGUAGES = /var locales = \{\s*en,[\s\S]*?"zh-CN": zhCN\s*\};/;

/** Never true in a browser, but the bundler adds its own `require` to the first file of every page for it. */
const REQUIRE = '(typeof require === "function") ? require("pako") : self.pako';

/**
 * Leaves out two parts of the document editor that this product does not use. Its list of all languages is 0.12 MB. Its text shaper runs only with fonts that
 * this product does not pass, is half a megabyte of WebAssembly that the policy of the pages forbids, and its top-level await makes the bundler split
 * every page into more files. The build fails when a part is not found.
 */
export function documentEditorParts(root: string): Plugin {
  const found = new Set<string>();
  return {
    name: 'document-editor-parts',
    transform(code, id) {
      const path = id.split('?')[0] ?? '';
      if (path.endsWith('@docx-editor.dev/i18n/dist/index.mjs')) {
        if (!LANGUAGES.test(code)) throw new Error('the list of languages of the document editor has changed: see scripts/document-editor-parts.ts');
        found.add('languages');
        return { code: code.replace(LANGUAGES, 'var locales = { en, "zh-CN": zhCN };'), map: null };
      }
      if (/@docx-editor\.dev\/core\/dist\/dist-\w+\.js$/.test(path) && code.includes('hb_ot_tag_to_language')) {
        found.add('shaper');
        return { code: "throw new Error('text is laid out with the fonts of the system');\nexport {};", map: null };
      }
      if (path.endsWith('/utif2/UTIF.js')) {
        if (!code.includes(REQUIRE)) throw new Error('the reader of TIFF pictures has changed: see scripts/document-editor-parts.ts');
        return { code: code.replace(REQUIRE, 'self.pako'), map: null };
      }
      return null;
    },
    /** The licences travel with the build: `/licenses/document-editor/`. */
    generateBundle() {
      for (const [fileName, path] of licences(root)) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
    },
    buildEnd(error) {
      if (error || found.size === 0) return;
      if (found.size < 2) throw new Error('a part of the document editor has changed: see scripts/document-editor-parts.ts');
    },
  };
}

/** Name in the build and path of every licence and notice of the three packages. */
export function licences(root: string): [string, string][] {
  return ['core', 'react', 'i18n'].flatMap((name): [string, string][] => {
    const folder = join(root, 'node_modules/@docx-editor.dev', name);
    const more = name === 'core' ? readdirSync(join(folder, 'licenses')).map((file) => `licenses/${file}`) : [];
    return ['LICENSE', 'THIRD_PARTY_NOTICES.md', ...more].map((file) => [
      `licenses/document-editor/${name}/${file.includes('.') ? file.replace(/\.md$/, '.txt') : `${file}.txt`}`,
      join(folder, file),
    ]);
  });
}
