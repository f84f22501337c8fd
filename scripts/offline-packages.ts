import type { Plugin } from 'vite';
import { OFFLINE_KINDS, PACKAGES_FILE } from '../sw/offline-kinds.ts';

export interface BuiltChunk {
  readonly fileName: string;
  readonly code: string;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly css: readonly string[];
}

interface Build {
  readonly chunks: readonly BuiltChunk[];
  /** Names of the files that are no chunks. */
  readonly assets: readonly string[];
  /** Modules that a module imports now and later. */
  importsOf(module: string): { readonly now: readonly string[]; readonly later: readonly string[] };
}

interface Kind {
  readonly modules: readonly string[];
  readonly without?: readonly string[];
}

/** Lists of pages, and what only works with a network: their lazy imports are other screens. A package is followed by its chunks only. */
const NETWORK_ONLY = /\/src\/(admin|app|document-editor|form-renderer|uploads)\/|\.area\.ts$/;
const NOT_FOLLOWED = /\/node_modules\/|\/src\/(admin|app|document-editor|form-renderer|uploads)\/|\.area\.ts$/;

/** Returns the files that a kind needs without a network. Module ids are absolute. Throws when a module of the registry is in no chunk. */
export function filesOfKind({ modules, without = [] }: Kind, { chunks, assets, importsOf }: Build): string[] {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const addChunk = (chunk: BuiltChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.css) files.add(file);
    // Workers, fonts and other assets are only named in the code. Style sheets are not: a chunk also names those of what it loads later.
    for (const file of assets) if (!file.endsWith('.css') && chunk.code.includes(file)) files.add(file);
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next) addChunk(next);
    }
  };
  const missing = modules.filter((id) => !chunkOf.has(id));
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}: see sw/offline-kinds.ts`);
  const seen = new Set<string>(without);
  // The imports between chunks say what is needed now. Modules are followed only to find what they import later.
  const follow = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    if (NOT_FOLLOWED.test(id)) return;
    const { now, later } = importsOf(id);
    for (const next of now) follow(next);
    for (const next of later) if (!seen.has(next) && !NETWORK_ONLY.test(next)) load(next);
  };
  const load = (id: string): void => {
    const chunk = chunkOf.get(id);
    if (chunk) addChunk(chunk);
    follow(id);
  };
  for (const id of modules) load(id);
  return [...files].toSorted();
}

/** Writes the files of every kind that can be stored on a device into the build. */
export function offlinePackages(root: string): Plugin {
  const absolute = (paths: readonly string[] = []): string[] => paths.map((path) => `${root}/${path}`);
  return {
    name: 'offline-packages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle);
        const build: Build = {
          chunks: parts.flatMap((one) => (one.type === 'chunk' ? [{ ...one, css: [...(one.viteMetadata?.importedCss ?? [])] }] : [])),
          assets: parts.flatMap(({ type, fileName }) => (type === 'asset' && fileName.startsWith('assets/') ? [fileName] : [])),
          importsOf: (id) => {
            const info = this.getModuleInfo(id);
            return { now: info?.importedIds ?? [], later: info?.dynamicallyImportedIds ?? [] };
          },
        };
        const kinds: [string, Kind][] = Object.entries(OFFLINE_KINDS);
        const packages = kinds.map(([kind, { modules, without }]) => [
          kind,
          filesOfKind({ modules: absolute(modules), without: absolute(without) }, build).map((file) => `/${file}`),
        ]);
        this.emitFile({ type: 'asset', fileName: PACKAGES_FILE, source: JSON.stringify(Object.fromEntries(packages)) });
      },
    },
  };
}
