import { AUTOSAVE_MS } from '../drafts/draft-storage.ts';
import type { DocumentDraft } from './document-draft.ts';

/** Where the newest state of the document is: only typed, on this device, or on the server. */
export type Lamp = 'unsaved' | 'device' | 'server';
export const LAMPS: Readonly<Record<Lamp, string>> = { unsaved: '未存', device: '本机', server: '服务器' };

export interface SavingParts {
  /** The document as it is now. */
  read(): Promise<ArrayBuffer>;
  keep(draft: DocumentDraft): Promise<void>;
  drop(): Promise<void>;
  /** Stores a version over `base` and returns its number. */
  send(bytes: ArrayBuffer, base: number, note: string): Promise<number>;
  onLamp(lamp: Lamp): void;
}

/**
 * Saving of one open document: on the device 340 ms after the last change, on the server when the user saves or leaves. A document that takes long to
 * write waits longer, so that writing never takes more than half of the time.
 */
export class DocumentSaving {
  readonly #parts: SavingParts;
  #base: number;
  /** Counts changes; the lamp is right only when nothing changed while the document was written. */
  #changes = 0;
  #stored = 0;
  #sent = 0;
  #pause = AUTOSAVE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #ended = false;

  /** `recovered`: the document was opened from a draft of this device, which the server does not have. */
  constructor(parts: SavingParts, base: number, recovered: boolean) {
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

  get lamp(): Lamp {
    if (this.#sent === this.#changes) return 'server';
    return this.#stored === this.#changes ? 'device' : 'unsaved';
  }

  changed(): void {
    if (this.#ended) return;
    this.#changes += 1;
    this.#parts.onLamp(this.lamp);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), this.#pause);
  }

  /** Writes the document to the device now; the page is being left, or the pause after a change is over. */
  keep(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#after(async () => {
      if (this.#stored === this.#changes || this.#sent === this.#changes) return;
      await this.#write();
    }).catch(() => undefined);
  }

  async #write(): Promise<ArrayBuffer> {
    const changes = this.#changes;
    const began = performance.now();
    const bytes = await this.#parts.read();
    this.#pause = Math.max(AUTOSAVE_MS, performance.now() - began);
    await this.#parts.keep({ bytes, base: this.#base, at: Date.now() });
    this.#stored = changes;
    this.#parts.onLamp(this.lamp);
    return bytes;
  }

  /** Stores a version on the server; the draft on the device stays until the server has it. Returns false when nothing is to be saved. */
  save(note = ''): Promise<boolean> {
    clearTimeout(this.#timer);
    return this.#after(async () => {
      if (this.#sent === this.#changes) return false;
      const changes = this.#changes;
      // A device without room must not stop the way to the server.
      const bytes = await this.#write().catch(() => this.#parts.read());
      this.#base = await this.#parts.send(bytes, this.#base, note);
      this.#sent = changes;
      if (this.#sent === this.#changes) await this.#parts.drop();
      else await this.#write().catch(() => undefined);
      this.#parts.onLamp(this.lamp);
      return true;
    });
  }

  /**
   * The page is closed. Reads the document at once, because the editor is taken away now, and then stores it on the device and on the server.
   * Resolves to false when the server does not have it.
   */
  leave(note: string): Promise<boolean> {
    this.end();
    if (this.#sent === this.#changes) return Promise.resolve(true);
    const reading = this.#parts.read();
    return this.#after(async () => {
      const bytes = await reading;
      await this.#parts.keep({ bytes, base: this.#base, at: Date.now() }).catch(() => undefined);
      this.#base = await this.#parts.send(bytes, this.#base, note);
      await this.#parts.drop();
      return true;
    }).catch(() => false);
  }

  /** No more writing: another document is opened instead. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  /** One write after another. */
  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
