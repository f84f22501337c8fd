import type { Plugin } from 'vite';

/** The form a bundler writes: one import of the part, one export list at its end. */
const EXPORTS = /export\{([^}]*)\};?\s*$/;
const importOf = (file: string): RegExp => new RegExp(`import\\{([^}]*)\\}from"\\./${file.replace('assets/', '').replace(/[.$]/g, '\\$&')}";`);

/**
 * Inlines a small shared part as a separate copy into the one script that a page starts with: a
 * second file costs that page a request and another browser task before the first paint. The part must have
 * no state that both copies would share. `page` and `part` are chunk names.
 */
export function ownCopy(page: string, part: string): Plugin {
  return {
    name: 'own-copy',
    apply: 'build',
    // The file name contains a content hash, and the copy is inserted after the hash was computed.
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

/** Returns the code of a chunk that imports `file`, with the import replaced by `part`, the code of that file. */
export function withCopy(code: string, file: string, part: string): string {
  const imports = importOf(file);
  const exported = EXPORTS.exec(part)?.[1];
  if (!imports.test(code) || exported === undefined || /\bimport[{"*]/.test(part))
    throw new Error(`${file} cannot be written into the script that imports it`);
  const body = part.replace(EXPORTS, '');
  return code.replace(imports, (_all, names: string) => `const{${renamed(names)}}=(()=>{${body};return{${returned(exported)}}})();`);
}

const renamed = (names: string): string => names.replace(/\s+as\s+/g, ':');
/** `inner as outer` has the reverse order in an object literal. */
const returned = (names: string): string => names.replace(/([\w$]+)\s+as\s+([\w$]+)/g, '$2:$1');
