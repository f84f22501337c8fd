import { proxy } from 'valtio/vanilla';
import { writeMemory } from '../storage/local-memory.ts';
import { stopBackground } from './background.ts';
import { CANNOT_STORE, cannotStore, isWorkerBlocked } from './worker-support.ts';

export interface Progressing {
  /** `over`: the copy is complete, but the right to it has ended. */
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'ready' | 'over';
  bytes: number;
  total: number;
  /** Why it failed or waits, as text; empty otherwise. */
  reason: string;
  /** Epoch milliseconds until which the copy may be used; null without a limit. */
  validTo: number | null;
  /** The copy is complete, but the server has a newer edition. The copy stays readable while that one is downloaded. */
  newer?: boolean;
}

/** One kind of download: books, tracks. */
export interface Line {
  items(): readonly (readonly [key: string, item: Progressing])[];
  run(key: string, stop: AbortController): Promise<void>;
  /** Reads the current downloads and requests of the device. */
  look(): Promise<void>;
}

/** `order` contains the keys that the user has moved; all other keys follow in the order of their requests. */
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
/** Downloads of other tabs, detected by their locks. */
const elsewhere = new Set<string>();

interface NetworkInformation extends EventTarget {
  readonly type?: string;
  readonly saveData?: boolean;
}
/** Connection type, if the browser reports it; null otherwise. */
const connection = (): NetworkInformation | null =>
  typeof navigator === 'undefined' ? null : ((navigator as { connection?: NetworkInformation }).connection ?? null);
const onMobile = (): boolean => connection()?.type === 'cellular' || connection()?.saveData === true;
/** The user does not allow downloads on this connection. */
export const isOnHold = (): boolean => queue.wifiOnly && queue.onMobile;
/**
 * Returns whether a download may continue when no page is open to stop it. With the Wi-Fi-only setting, only on a connection
 * that is surely not metered.
 */
export const canResumeAlone = (): boolean => !queue.wifiOnly || ['wifi', 'ethernet'].includes(connection()?.type ?? '');
export const reportsNetwork = (): boolean => connection() !== null;

const orderKey = (): string => `shuzhou.download-order.${owner}`;
const lockOf = (key: string): string => `keep-${owner}-${key}`;
const all = (): (readonly [string, Progressing, Line])[] => lines.flatMap((line) => line.items().map(([key, item]) => [key, item, line] as const));

export const joinQueue = (line: Line): void => void lines.push(line);

/** Switches to another user's queue; the running download is left to its owner. */
export function beginQueueOf(userId: number | null): void {
  running?.stop.abort();
  running = null;
  owner = userId;
  readPending();
  queue.onMobile = onMobile();
}

/** Reads the settings shared by all tabs. */
function readPending(): void {
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

/** Returns the keys in download order. */
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

/** Moves the key behind all earlier requests. */
export function moveLast(key: string): void {
  const known = new Set(all().map(([one]) => one));
  setOrder([...inOrder([...known].filter((one) => one !== key)), key]);
}

/** Moves a waiting download one place earlier (-1) or later (1). The running one continues unless another is now before it. */
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

/** The running download waits again; stored data is kept. */
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

/** Another tab may be downloading it. */
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

/** Registers a listener for downloads that another tab stops, also when this tab only completes them. */
export const onStopElsewhere = (heard: (key: string) => void): void =>
  tabs?.addEventListener('message', ({ data }: MessageEvent<string>) => heard(data));

/** Runs work on the stored data of a key while no tab downloads it. */
export const isUnmetered = <T>(key: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(lockOf(key), work) as Promise<T>;

/** Starts the next download. One at a time: each is faster alone, and the first is ready sooner. */
export function advance(): void {
  if (running || owner === null) return;
  const waiting = all().filter(([, item]) => item.state === 'waiting');
  const never = !('locks' in navigator) ? INSECURE : cannotStore() ? CANNOT_STORE : isWorkerBlocked() ? NO_WORKER : null;
  // Listeners must see the state `waiting` before `failed`, because the change is what they report.
  if (never)
    return void setTimeout(() => waiting.forEach(([, item]) => item.state === 'waiting' && Object.assign(item, { state: 'failed', reason: never })));
  if (isOnHold()) {
    // It was started on another connection, and no page could stop it since.
    if (waiting.length > 0) void stopBackground().catch(() => undefined);
    return waiting.forEach(([, item]) => (item.reason ||= NO_WIFI));
  }
  const [next] = inOrder(waiting.filter(([, item]) => item.reason === '').map(([key]) => key));
  const found = waiting.find(([key]) => key === next);
  if (!found) return;
  const [key, item, line] = found;
  const stop = new AbortController();
  running = { key, stop };
  // Another tab may be downloading it; its lock is released even when the tab is killed.
  void navigator.locks
    .request(lockOf(key), { ifAvailable: true }, (lock) => (lock ? line.run(key, stop) : void leaveToOther(key, item, line)))
    .finally(() => {
      if (running?.stop === stop) running = null;
      advance();
    });
}

/** When the other tab has ended, in any way, the result is read from the device. */
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
    readPending();
    if (isOnHold()) stopNow();
    if (key === WIFI_ONLY) retryWaiting();
  });
  connection()?.addEventListener?.('change', () => {
    queue.onMobile = onMobile();
    if (isOnHold()) stopNow();
    retryWaiting();
  });
}
