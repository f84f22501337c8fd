import type { SyncResult } from '../../contract/teaching/attempt.ts';
import type { JournalEvent } from '../../contract/teaching/attempt-journal.ts';
import type { Answer } from '../../contract/textbook/question-kind.ts';
import type { Classroom, Said } from './classroom.ts';

/** A device of a student in a walk: it keeps its journal, loses answers of the server, and its wall clock may be wrong. */
export class WalkingDevice {
  readonly #room: Classroom;
  readonly who: string;
  readonly deviceId: string;
  /** Per attempt: the own events, and those of other devices that the server has told. */
  readonly own = new Map<string, JournalEvent[]>();
  readonly #others = new Map<string, JournalEvent[]>();
  readonly acknowledged = new Map<string, number>();
  /** Milliseconds that the wall clock is ahead of the real time. */
  skew = 0;
  #boot = 1;
  #bootAt = Date.now();

  constructor(room: Classroom, who: string, name: string) {
    this.#room = room;
    this.who = who;
    this.deviceId = `${who}-${name}`.padEnd(8, '0');
  }

  /** Starts the device again: its steady clock begins again. */
  restart(): void {
    this.#boot += 1;
    this.#bootAt = Date.now();
  }

  #clocks(): { bootId: string; wallMs: number; monoMs: number } {
    return { bootId: `boot${this.#boot}`, wallMs: Date.now() + this.skew, monoMs: Date.now() - this.#bootAt };
  }

  #known(attemptKey: string): Record<string, number> {
    const known: Record<string, number> = {};
    for (const { deviceId, seq } of this.#others.get(attemptKey) ?? []) known[deviceId] = Math.max(known[deviceId] ?? 0, seq);
    return known;
  }

  write(attemptKey: string, part: { kind: JournalEvent['kind']; itemId?: string; answer?: Answer }): void {
    const own = this.own.get(attemptKey) ?? [];
    const seen = this.#known(attemptKey);
    const latest = Math.max(0, ...[...own, ...(this.#others.get(attemptKey) ?? [])].map(({ clock }) => clock));
    const clocks = this.#clocks();
    own.push({
      ...part,
      ...clocks,
      deviceId: this.deviceId,
      seq: own.length + 1,
      clock: Math.max(latest + 1, clocks.wallMs),
      ...(Object.keys(seen).length > 0 ? { seen } : {}),
    });
    this.own.set(attemptKey, own);
  }

  /** Sends a part of the journal; when the answer is lost the device knows nothing of it. */
  async sync(attemptKey: string, { most, lost }: { readonly most: number; readonly lost: boolean }): Promise<Said> {
    const from = this.acknowledged.get(attemptKey) ?? 0;
    const events = (this.own.get(attemptKey) ?? []).filter(({ seq }) => seq > from).slice(0, most);
    const said = await this.#room.ask(this.who, 'POST', '/cms/attempt/sync', {
      deviceId: this.deviceId,
      clocks: this.#clocks(),
      attempts: [{ attemptKey, known: this.#known(attemptKey), events: events.map(({ deviceId: _own, ...event }) => event) }],
    });
    if (lost || said.code !== 200) return said;
    const [result] = said.data as SyncResult[];
    if (!result || result.rejected !== '') return said;
    this.acknowledged.set(attemptKey, Math.max(from, result.acknowledged));
    this.#others.set(attemptKey, [...(this.#others.get(attemptKey) ?? []), ...(result.others as JournalEvent[])]);
    return said;
  }
}
