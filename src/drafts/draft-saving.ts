import { AUTOSAVE_MS } from './autosave.ts';

/** Where the newest state of a work is: only typed, on this device, or on the server. It changes only after a write has ended. */
export type SaveStatus = 'unsaved' | 'device' | 'server';

export interface SavingParts<T> {
  /** The work as it is now. */
  read(): T | Promise<T>;
  /** Writes to the device; rejects when the device has no room. `base`: the version on the server that it changes. */
  keep(value: T, base: number): Promise<void>;
  drop(): Promise<void>;
  /** Stores a version over `base` and returns its number. */
  send(value: T, base: number, note: string): Promise<number>;
  onStatus(status: SaveStatus): void;
  /** Without it the work goes to the server only when the user saves or leaves. */
  readonly sendAfterMs?: number;
  /** A send after a pause failed. */
  onFailure?(error: unknown): void;
}

/**
 * Saving of one open work: on the device 340 ms after the last change, on the server after a longer pause, when the user saves, or
 * when the page is left. A work that takes long to write waits longer, so that writing never takes more than half of the time.
 */
export class DraftSaving<T> {
  readonly #parts: SavingParts<T>;
  #base: number;
  /** Counts changes; the status is right only when nothing changed while the work was written. */
  #changes = 0;
  #stored = 0;
  #sent = 0;
  #pause = AUTOSAVE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #ended = false;

  /** `recovered`: the work was opened from a draft of this device, which the server does not have. */
  constructor(parts: SavingParts<T>, base: number, recovered: boolean) {
    this.#parts = parts;
    this.#base = base;
    if (recovered) this.#changes = this.#stored = 1;
  }

  get base(): number {
    return this.#base;
  }

  /** Nothing is stored any more, not even when the page is closed. */
  get ended(): boolean {
    return this.#ended;
  }

  get status(): SaveStatus {
    if (this.#sent === this.#changes) return 'server';
    return this.#stored === this.#changes ? 'device' : 'unsaved';
  }

  changed(): void {
    if (this.#ended) return;
    this.#changes += 1;
    this.#parts.onStatus(this.status);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), this.#pause);
    this.sendLater();
  }

  /** Sends after the pause, also a recovered draft that nobody changes. */
  sendLater(): void {
    const { sendAfterMs, onFailure } = this.#parts;
    if (sendAfterMs === undefined || this.#ended) return;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = setTimeout(() => void this.save().catch((error: unknown) => onFailure?.(error)), sendAfterMs);
  }

  /** Writes the work to the device now; the page is being left, or the pause after a change is over. */
  keep(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#after(async () => {
      if (this.#stored === this.#changes || this.#sent === this.#changes) return;
      await this.#write();
    }).catch(() => undefined);
  }

  async #write(): Promise<T> {
    const changes = this.#changes;
    const began = performance.now();
    const value = await this.#parts.read();
    this.#pause = Math.max(AUTOSAVE_MS, performance.now() - began);
    await this.#parts.keep(value, this.#base);
    this.#stored = changes;
    this.#parts.onStatus(this.status);
    return value;
  }

  /** Stores a version on the server; the draft on the device stays until the server has it. Returns false when nothing is to be saved. */
  save(note = ''): Promise<boolean> {
    clearTimeout(this.#timer);
    clearTimeout(this.#sendTimer);
    return this.#after(async () => {
      if (this.#sent === this.#changes) return false;
      const changes = this.#changes;
      // A device without room must not stop the way to the server.
      const value = await this.#write().catch(() => this.#parts.read());
      this.#base = await this.#parts.send(value, this.#base, note);
      this.#sent = changes;
      if (this.#sent === this.#changes) await this.#parts.drop();
      else await this.#write().catch(() => undefined);
      this.#parts.onStatus(this.status);
      return true;
    });
  }

  /** A conflict was decided for this device: the same work is sent over the newer version. */
  rebase(base: number): void {
    this.#base = base;
  }

  /** A conflict was decided for the server: its work is open now. */
  async replaced(base: number): Promise<void> {
    this.#base = base;
    this.#sent = this.#changes;
    await this.#after(() => this.#parts.drop());
    this.#parts.onStatus(this.status);
  }

  /**
   * The page is closed. Reads the work at once, because the editor is taken away now, and then stores it on the device and on the server.
   * Resolves to false when the server does not have it.
   */
  leave(note: string): Promise<boolean> {
    this.end();
    if (this.#sent === this.#changes) return Promise.resolve(true);
    const reading = this.#parts.read();
    return this.#after(async () => {
      const value = await reading;
      await this.#parts.keep(value, this.#base).catch(() => undefined);
      this.#base = await this.#parts.send(value, this.#base, note);
      await this.#parts.drop();
      return true;
    }).catch(() => false);
  }

  /** No more writing: another work is opened instead. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#sendTimer);
  }

  /** One write after another. */
  #after<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
