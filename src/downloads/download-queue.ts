import { proxy } from 'valtio/vanilla';
import { writeMemory } from '../storage/local-memory.ts';
import { stopBackground } from './background.ts';
import { CANNOT_STORE, cannotStore, isWorkerBlocked } from './worker-support.ts';

export interface Progressing {
  /** `over`: it is whole, and the right to it has ended. */
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'ready' | 'over';
  bytes: number;
  total: number;
  /** Why it failed or waits, in words; empty otherwise. */
  reason: string;
  /** Epoch milliseconds until which the copy may be used; null without a limit. */
  validTo: number | null;
  /** The copy is whole, and the house has another edition by now. While that one comes, the copy is what is read. */
  newer?: boolean;
}

/** One kind of thing that is kept: books, tracks. */
export interface Line {
  items(): readonly (readonly [key: string, item: Progressing])[];
  run(key: string, stop: AbortController): Promise<void>;
  /** Takes what the device holds and is asked for by now. */
  look(): Promise<void>;
}

/** `order` is what the person moved to the front, or back; what is not named there comes last, as it was asked for. */
export const queue = proxy<{ order: string[]; wifiOnly: boolean; onMobile: boolean }>({ order: [], wifiOnly: false, onMobile: false });

const NO_WIFI = '等待 Wi-Fi，连上后自动继续';
const ELSEWHERE = '正在另一个页面下载';
const INSECURE = '当前网址不是安全连接（https），浏览器不允许下载到本机';
const NO_WORKER = '这个窗口断网后打不开书舟（无痕浏览，或浏览器禁用了离线使用），请在普通窗口中下载';
const WIFI_ONLY = 'shuzhou.download-wifi-only';
const lines: Line[] = [];
let owner: number | null = null;
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-download-stops');
let running: { key: string; stop: AbortController } | null = null;
/** What another tab is at, by the lock it holds. */
const elsewhere = new Set<string>();

interface NetworkInformation extends EventTarget {
  readonly type?: string;
  readonly saveData?: boolean;
}
/** Where the browser tells what it is connected by; null elsewhere. */
const connection = (): NetworkInformation | null =>
  typeof navigator === 'undefined' ? null : ((navigator as { connection?: NetworkInformation }).connection ?? null);
const onMobile = (): boolean => connection()?.type === 'cellular' || connection()?.saveData === true;
/** The person wants nothing of this size to come over this line. */
export const isOnHold = (): boolean => queue.wifiOnly && queue.onMobile;
/**
 * Whether a download may go on when no page is left to stop it: with the wish for Wi-Fi, where the line is surely none that
 * is paid for by the byte.
 */
export const canResumeAlone = (): boolean => !queue.wifiOnly || ['wifi', 'ethernet'].includes(connection()?.type ?? '');
export const reportsNetwork = (): boolean => connection() !== null;

const orderKey = (): string => `shuzhou.download-order.${owner}`;
const lockOf = (key: string): string => `keep-${owner}-${key}`;
const all = (): (readonly [string, Progressing, Line])[] => lines.flatMap((line) => line.items().map(([key, item]) => [key, item, line] as const));

export const joinQueue = (line: Line): void => void lines.push(line);

/** Another person's queue, with what is running left to him. */
export function beginQueueOf(userId: number | null): void {
  running?.stop.abort();
  running = null;
  owner = userId;
  readWishes();
  queue.onMobile = onMobile();
}

/** As they are for every tab. */
function readWishes(): void {
  try {
    queue.order = JSON.parse(localStorage.getItem(orderKey()) ?? '[]') as string[];
    queue.wifiOnly = localStorage.getItem(WIFI_ONLY) === '1';
  } catch {
    queue.order = [];
  }
}

export function setWifiOnly(on: boolean): void {
  queue.wifiOnly = on;
  writeMemory(WIFI_ONLY, on ? '1' : '0');
  if (isOnHold()) stopNow();
  retryWaiting();
}

/** Keys in the order they will be fetched. */
export function inOrder(keys: readonly string[]): string[] {
  const place = (key: string): number => {
    const at = queue.order.indexOf(key);
    return at < 0 ? queue.order.length : at;
  };
  return [...keys].sort((one, two) => place(one) - place(two));
}

function setOrder(keys: string[]): void {
  queue.order = keys;
  writeMemory(orderKey(), JSON.stringify(keys));
}

/** Behind everything that was asked for before. */
export function moveLast(key: string): void {
  const known = new Set(all().map(([one]) => one));
  setOrder([...inOrder([...known].filter((one) => one !== key)), key]);
}

/** One place earlier (-1) or later (1) among what waits. What runs goes on, unless another is now before it. */
export function move(key: string, by: -1 | 1): void {
  const keys = inOrder(all().flatMap(([one, item]) => (item.state === 'waiting' || item.state === 'running' ? [one] : [])));
  const at = keys.indexOf(key);
  const other = keys[at + by];
  if (at < 0 || other === undefined) return;
  keys[at + by] = key;
  keys[at] = other;
  setOrder(keys);
  const [first] = keys;
  if (running && first !== running.key) stopNow();
}

/** What runs waits again; nothing that was stored is lost. */
function stopNow(): void {
  if (!running) return;
  const { key, stop } = running;
  stop.abort();
  const item = all().find(([one]) => one === key)?.[1];
  if (item?.state === 'running') Object.assign(item, { state: 'waiting', reason: '' });
}

function stopIfRunning(key: string): void {
  if (running?.key === key) running.stop.abort();
}

/** Another tab may be the one that fetches it. */
export function stopEverywhere(key: string): void {
  stopIfRunning(key);
  tabs?.postMessage(key);
}

tabs?.addEventListener('message', ({ data: key }: MessageEvent<string>) => {
  if (running?.key !== key) return;
  const item = all().find(([one]) => one === key)?.[1];
  running.stop.abort();
  if (item?.state === 'running') Object.assign(item, { state: item.newer ? 'ready' : 'paused', reason: '' });
});

/** What another tab stops, also where this one only completes it. */
export const onStopElsewhere = (heard: (key: string) => void): void =>
  tabs?.addEventListener('message', ({ data }: MessageEvent<string>) => heard(data));

/** Work on what is stored under a key, while nobody fetches it. */
export const isUnmetered = <T>(key: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(lockOf(key), work) as Promise<T>;

/** One after another: each alone is quicker, and the first is ready sooner. */
export function advance(): void {
  if (running || owner === null) return;
  const waiting = all().filter(([, item]) => item.state === 'waiting');
  const never = !('locks' in navigator) ? INSECURE : cannotStore() ? CANNOT_STORE : isWorkerBlocked() ? NO_WORKER : null;
  // It is seen to wait before it is seen to fail: that is what is told of.
  if (never)
    return void setTimeout(() => waiting.forEach(([, item]) => item.state === 'waiting' && Object.assign(item, { state: 'failed', reason: never })));
  if (isOnHold()) {
    // It began on another line, with no page to stop it since.
    if (waiting.length > 0) void stopBackground().catch(() => undefined);
    return waiting.forEach(([, item]) => (item.reason ||= NO_WIFI));
  }
  const [next] = inOrder(waiting.filter(([, item]) => item.reason === '').map(([key]) => key));
  const found = waiting.find(([key]) => key === next);
  if (!found) return;
  const [key, item, line] = found;
  const stop = new AbortController();
  running = { key, stop };
  // Another tab may be at it: its lock goes with it, even when it is killed.
  void navigator.locks
    .request(lockOf(key), { ifAvailable: true }, (lock) => (lock ? line.run(key, stop) : void leaveToOther(key, item, line)))
    .finally(() => {
      if (running?.stop === stop) running = null;
      advance();
    });
}

/** Once the other tab has ended, however it did, the device says what came of it. */
function leaveToOther(key: string, item: Progressing, line: Line): void {
  const lock = lockOf(key);
  item.reason = ELSEWHERE;
  if (elsewhere.has(lock)) return;
  elsewhere.add(lock);
  void navigator.locks
    .request(lock, { mode: 'shared' }, () => void elsewhere.delete(lock))
    .then(() => line.look())
    .then(advance, () => undefined);
}

export function retryWaiting(): void {
  for (const [, item] of all()) if (item.state === 'waiting') item.reason = '';
  advance();
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', retryWaiting);
  window.addEventListener('storage', ({ key }) => {
    if (key !== WIFI_ONLY && key !== orderKey()) return;
    readWishes();
    if (isOnHold()) stopNow();
    if (key === WIFI_ONLY) retryWaiting();
  });
  connection()?.addEventListener?.('change', () => {
    queue.onMobile = onMobile();
    if (isOnHold()) stopNow();
    retryWaiting();
  });
}
