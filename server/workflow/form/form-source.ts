import { API_PREFIX } from '../../../contract/limits.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';

/** Where a field takes its options from. */
export type FormSource =
  | {
      readonly kind: 'own';
      readonly endpoint: Endpoint;
      readonly params: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'outside'; readonly url: URL; readonly method: string; readonly address: string | null }
  | { readonly kind: 'rejected'; readonly message: string };

export const READ_ONLY = '本站数据只能用 get 读取';
export const NOT_ALLOWED = '接口地址不在允许的范围内';

/** A site that forms may read from; `address` is listed when it is not a public one. */
export interface DataHost {
  readonly origin: string;
  readonly address: string | null;
}

/** Reads the parameter `tool.build.dataHosts`: `https://host`, or `https://host=10.0.0.5` for a private network, separated by commas. */
export function readDataHosts(text: string): DataHost[] {
  return text
    .split(/[\s,，;；]+/)
    .filter((one) => one !== '')
    .flatMap((one) => {
      const [origin = '', address = null] = one.split('=');
      if (!URL.canParse(origin)) return [];
      const url = new URL(origin);
      // Plain HTTP only inside a private network that the parameter names.
      const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && address !== null);
      return allowed ? [{ origin: url.origin, address }] : [];
    });
}

/** Returns what a method and an address of a form refer to. Nothing is fetched. */
export function sourceOf(method: string, address: string, endpoints: readonly Endpoint[], hosts: readonly DataHost[]): FormSource {
  const rejected = (message: string): FormSource => ({ kind: 'rejected', message });
  if (address.startsWith(`${API_PREFIX}/`)) return ownSource(method, address, endpoints);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return rejected(NOT_ALLOWED);
  const url = new URL(address);
  const host = hosts.find(({ origin }) => origin === url.origin);
  if (!host || url.username !== '' || url.password !== '') return rejected(NOT_ALLOWED);
  return { kind: 'outside', url, method, address: host.address };
}

/**
 * Endpoints that options may come from, by the end of their path template: lists, trees and choices. All others are rejected, because some
 * GET endpoints of compatible clients write (`/monitor/logininfor/unlock/{userName}`, `/tool/gen/synchDb/{tableName}`).
 */
const OPTIONS = /\/(?:list|[a-z]+(?:[A-Z][a-z]+)*List|tree|[a-z]+Tree|treeselect|optionselect|children)$/;
const MORE_OPTIONS: ReadonlySet<string> = new Set(['/system/dict/data/type/{type}']);

const hasOptions = ({ method, path, file, confirm }: Endpoint): boolean =>
  method === 'GET' && !file && !confirm && (OPTIONS.test(path) || MORE_OPTIONS.has(path));

function ownSource(method: string, address: string, endpoints: readonly Endpoint[]): FormSource {
  const [path = '', search = ''] = address.slice(API_PREFIX.length).split('?', 2);
  const rejected: FormSource = { kind: 'rejected', message: NOT_ALLOWED };
  // The address is compared as it is written: dots, doubled or encoded slashes name no endpoint.
  if (!/^(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(path)) return rejected;
  if (method !== 'get') return { kind: 'rejected', message: READ_ONLY };
  // The endpoint is found first: `/x/{id}` must not be rejected or allowed for the name that stands at `{id}`.
  const found = endpoints
    .filter((endpoint) => endpoint.method === 'GET')
    .map((endpoint) => ({ endpoint, params: paramsOf(endpoint.path, path) }))
    .filter((one) => one.params !== null)
    .toSorted((a, b) => Object.keys(a.params!).length - Object.keys(b.params!).length)[0];
  if (!found || !hasOptions(found.endpoint)) return rejected;
  return { kind: 'own', endpoint: found.endpoint, params: found.params!, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the parameters of a path for a template like `/a/{id}`, or null. */
function paramsOf(template: string, path: string): Record<string, string> | null {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) params[name] = given[index]!;
    else if (part !== given[index]) return null;
  }
  return params;
}

const PART = /^[\w-]{1,40}$/;

/** Returns the value at a dot path of an answer, through own properties only; undefined for any other path. */
export function valueAt(answer: unknown, dataPath: string): unknown {
  if (dataPath === '') return answer;
  const parts = dataPath.split('.');
  if (parts.length > 8 || !parts.every((part) => PART.test(part))) return undefined;
  let value = answer;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
