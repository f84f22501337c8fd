import type { Plugin } from 'vite';

/** As a bundler writes them: one import of the part, one list of exports at its end. */
const EXPORTS = /export\{([^}]*)\};?\s*$/;
const importOf = (file: string): RegExp => new RegExp(`import\\{([^}]*)\\}from"\\./${file.replace('assets/', '').replace(/[.$]/g, '\\$&')}";`);

/**
 * A small part that many scripts share is written into the one script that a page begins with, as a copy of its own: a
 * second file costs that page a request, and a second turn of the browser, before anything is seen. The part has
 * nothing in it that both copies would have to agree on. `page` and `part` are names of chunks.
 */
export function ownCopy(page: string, part: string): Plugin {
  return {
    name: 'own-copy',
    apply: 'build',
    // The name of a file says what is in it, and this is written into it later.
    augmentChunkHash: (chunk) => (chunk.isEntry && chunk.name === page ? `own copy of ${part}` : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const first = chunks.find((one) => one.isEntry && one.name === page);
        const shared = chunks.find((one) => one.name === part);
        if (!first || !shared) return;
        first.code = withCopy(first.code, shared.fileName, shared.code);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        filename.endsWith(`/${page}.html`) ? html.replace(new RegExp(`\\s*<link rel="modulepreload"[^>]*/${part}-[^>]*>`), '') : html,
    },
  };
}

/** The code of a chunk that imports `file`, with `part`, the code of that file, in the import's place. */
export function withCopy(code: string, file: string, part: string): string {
  const imports = importOf(file);
  const exported = EXPORTS.exec(part)?.[1];
  if (!imports.test(code) || exported === undefined || /\bimport[{"*]/.test(part))
    throw new Error(`${file} cannot be written into the script that imports it`);
  const body = part.replace(EXPORTS, '');
  return code.replace(imports, (_all, names: string) => `const{${renamed(names)}}=(()=>{${body};return{${returned(exported)}}})();`);
}

const renamed = (names: string): string => names.replace(/\s+as\s+/g, ':');
/** `inner as outer` is written the other way round in an object. */
const returned = (names: string): string => names.replace(/([\w$]+)\s+as\s+([\w$]+)/g, '$2:$1');
