import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyCrud } from '../../contract/crud.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const files = readdirSync(join(ROOT, 'contract'), { recursive: true, encoding: 'utf8' })
  .map((name) => `contract/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name))
  .toSorted();

/** Every exported value of the contract with the file that defines it. */
const values: { readonly file: string; readonly value: unknown }[] = [];
for (const file of files) {
  const module = (await import(pathToFileURL(join(ROOT, file)).href)) as Readonly<Record<string, unknown>>;
  for (const value of Object.values(module)) values.push({ file, value });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Every resource of the contract with its file, in the order of the files. */
export const contractCruds = (): { readonly file: string; readonly crud: AnyCrud }[] => {
  const seen = new Set<unknown>();
  return values.flatMap(({ file, value }) => {
    if (!isObject(value) || !('crud' in value) || value.crud !== true || seen.has(value)) return [];
    seen.add(value);
    return [{ file, crud: value as AnyCrud }];
  });
};

/** Every endpoint that the contract exports outside a resource, with its file. */
export const contractEndpoints = (): { readonly file: string; readonly endpoint: Endpoint }[] => {
  const seen = new Set<unknown>();
  const found: { file: string; endpoint: Endpoint }[] = [];
  const visit = (file: string, value: unknown, depth: number): void => {
    if (!isObject(value) || seen.has(value) || 'crud' in value) return;
    seen.add(value);
    if ('key' in value && 'method' in value && 'path' in value && 'access' in value) found.push({ file, endpoint: value as Endpoint });
    else if (depth > 0 && Object.getPrototypeOf(value) === Object.prototype) for (const inner of Object.values(value)) visit(file, inner, depth - 1);
  };
  for (const { file, value } of values) visit(file, value, 2);
  return found;
};
