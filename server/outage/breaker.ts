import { isOutage, OutageError } from './outage.ts';

/** State of a part of the installation: `low` works now and will fail soon, such as a disk that is nearly full. */
export type PartState = 'up' | 'low' | 'down';

export interface PartReport {
  readonly state: PartState;
  /** Since when it has this state, in epoch milliseconds. */
  readonly since: number;
  /** Why it is not up, in the words of the part; empty when it is. */
  readonly reason: string;
}

/** The parts of an installation, in the order in which they are shown; the last four only where they are set up. */
export const PART_NAMES = ['database', 'files', 'cache', 'disk', 'mail', 'document', 'alipay', 'wechat'] as const;

/** A part that the server needs, such as the database, the file store or the mail server. Each has its own probe. */
export interface Part {
  readonly name: (typeof PART_NAMES)[number];
  /** Probes the part now. */
  check(): Promise<PartReport>;
  report(): PartReport;
  stop(): void;
}

/** Work that takes longer makes the breaker ask whether the part still answers. Milliseconds. */
const SLOW_MS = 500;
/** Failed probes, one after another, that open the breaker: a part that hangs is noticed in about 2.5 s. */
const FAILURES = 2;
const TICK_MS = 200;

export interface Pace {
  /** A probe that takes longer has failed. Milliseconds, as all of them. */
  readonly probeMs: number;
  /** While nothing is slow the part is probed this often, so that its state has a time; null: only when `check` is called. */
  readonly idleMs: number | null;
  /** While it is down it is probed this often. */
  readonly openMs: number;
}
const NEAR: Pace = { probeMs: 800, idleMs: 5_000, openMs: 1_000 };
/** An embedded part answers or fails at once. */
export const EMBEDDED: Pace = { ...NEAR, idleMs: null };
/** A system that another company runs on the internet, such as a payment gateway. */
export const FAR: Pace = { probeMs: 900, idleMs: 30_000, openMs: 5_000 };

interface Waiting {
  readonly since: number;
  readonly fail: ((error: Error) => void) | null;
}

/**
 * Watches one external system. Work that waits for a system that no longer answers fails within three seconds, later work fails at once, and
 * a probe once a second finds out when the system is back. Slow work alone does not open it: only failed probes do.
 */
export class Breaker implements Part {
  readonly name: Part['name'];
  readonly #pace: Pace;
  readonly #probe: (signal: AbortSignal) => Promise<unknown>;
  readonly #opened: (() => void)[] = [];
  readonly #waiting = new Map<object, Waiting>();
  #report: PartReport = { state: 'up', since: Date.now(), reason: '' };
  #failures = 0;
  #probing: Promise<void> | null = null;
  #probedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(name: Part['name'], probe: (signal: AbortSignal) => Promise<unknown>, pace = NEAR) {
    this.name = name;
    this.#probe = probe;
    this.#pace = pace;
    if (pace.idleMs === null) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Calls `what` each time the breaker opens, to end work that nothing else would end. */
  onOpen(what: () => void): void {
    this.#opened.push(what);
  }

  /** Throws `OutageError` while the part is down. */
  assertUp(): void {
    if (this.#report.state === 'down') throw new OutageError(this.name, this.#report.reason);
  }

  /** Notes work that began, by an object of its own; `left` notes its end. */
  entered(work: object, fail: Waiting['fail'] = null): void {
    this.#waiting.set(work, { since: performance.now(), fail });
  }

  left(work: object): void {
    this.#waiting.delete(work);
  }

  /** Runs work that needs the part. Throws `OutageError` when the part is down or goes down meanwhile; a result that comes later goes to `late`. */
  guard<T>(work: () => Promise<T>, late: (result: T) => void = () => undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.assertUp();
      const token = {};
      let ended = false;
      this.entered(token, (error) => {
        ended = true;
        reject(error);
      });
      work().then(
        (result) => {
          this.left(token);
          if (ended) late(result);
          else resolve(result);
        },
        (error: unknown) => {
          this.left(token);
          if (isOutage(error)) void this.#probeOnce();
          reject(error as Error);
        },
      );
    });
  }

  report(): PartReport {
    return this.#report;
  }

  async check(): Promise<PartReport> {
    for (let tries = 0; tries < FAILURES; tries += 1) {
      await this.#probeOnce();
      if (this.#failures === 0 || this.#report.state === 'down') break;
    }
    return this.#report;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    let slow = this.#failures > 0 && this.#report.state !== 'down';
    for (const { since } of this.#waiting.values()) if (now - since > SLOW_MS) slow = true;
    const { idleMs, openMs } = this.#pace;
    const pause = this.#report.state === 'down' ? openMs : slow ? 0 : (idleMs ?? 0);
    if (now - this.#probedAt >= pause) void this.#probeOnce();
  }

  /** One probe at a time; its end decides whether the breaker opens or closes. */
  #probeOnce(): Promise<void> {
    this.#probing ??= this.#run().finally(() => (this.#probing = null));
    return this.#probing;
  }

  async #run(): Promise<void> {
    const ended = new AbortController();
    const { probeMs } = this.#pace;
    const limit = setTimeout(() => ended.abort(new Error(`没有在${probeMs}毫秒内应答`)), probeMs);
    try {
      await Promise.race([
        this.#probe(ended.signal),
        new Promise<never>((_, reject) => {
          // An answer that arrived while this process was busy is read before the limit counts.
          ended.signal.addEventListener('abort', () => setTimeout(() => reject(ended.signal.reason as Error), 50));
        }),
      ]);
      this.#failures = 0;
      if (this.#report.state !== 'up') this.#report = { state: 'up', since: Date.now(), reason: '' };
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= FAILURES && this.#report.state !== 'down') this.#open((error as Error).message || String(error));
    } finally {
      clearTimeout(limit);
      this.#probedAt = performance.now();
    }
  }

  #open(reason: string): void {
    this.#report = { state: 'down', since: Date.now(), reason };
    const error = new OutageError(this.name, reason);
    for (const [work, { fail }] of this.#waiting) {
      if (!fail) continue;
      this.#waiting.delete(work);
      fail(error);
    }
    for (const what of this.#opened) what();
  }
}
