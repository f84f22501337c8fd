// How settings are read from the environment; `settings.ts` says which there are.
import { resolve } from 'node:path';

/** Reports which value is invalid and what to write instead; `main.ts` prints it as one line. */
export class SettingError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export const dataDirOf = (env: Environment): string => resolve(env['DATA_DIR'] || 'data');

export function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) throw new SettingError(`${name}=${text} 不可用，请写${min}到${max}之间的整数`);
  return value;
}

export function oneOf(env: Environment, name: string, allowed: readonly string[], fallback: string): string {
  const text = env[name];
  if (!text) return fallback;
  if (!allowed.includes(text)) throw new SettingError(`${name}=${text} 不可用，可选：${allowed.join('、')}`);
  return text;
}

export function address(env: Environment, name: string, protocols: readonly string[]): string | null {
  const text = env[name];
  if (!text) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) throw new SettingError(`${name} 不可用，地址须以${protocols[0]}//开头`);
  return text;
}

export function all<N extends string>(env: Environment, names: readonly N[]): Record<N, string> | null {
  const given = names.filter((name) => env[name]);
  if (given.length === 0) return null;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new SettingError(`设置了${given.join('、')}，还缺少${missing.join('、')}`);
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<N, string>;
}
