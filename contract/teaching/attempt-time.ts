import type { JournalEvent } from './attempt-journal.ts';
import { TEACHING } from './teaching-limits.ts';

/** The clocks of a device at the moment of a call. */
export interface DeviceClocks {
  readonly bootId: string;
  readonly wallMs: number;
  readonly monoMs: number;
}

type Timed = Pick<JournalEvent, 'bootId' | 'wallMs' | 'monoMs'>;

/**
 * When an event happened by the clock of the server: measured back from the receipt by the steady clock of the device while it has not been restarted,
 * else by its wall clock with the difference of now. Never after the receipt.
 */
export const correctedTime = (event: Timed, sent: DeviceClocks, receivedAt: number): number =>
  Math.min(
    receivedAt,
    event.bootId === sent.bootId && event.monoMs <= sent.monoMs
      ? receivedAt - (sent.monoMs - event.monoMs)
      : receivedAt - (sent.wallMs - event.wallMs),
  );

/**
 * Whether the times of a device are in doubt: within one start of the device the wall clock went differently from the steady one (it was set, or the
 * device slept), or the wall clock went back.
 */
export function clockInDoubt(events: readonly Timed[]): boolean {
  return events.some((event, at) => {
    const before = events[at - 1];
    if (!before) return false;
    if (before.bootId !== event.bootId) return event.wallMs < before.wallMs;
    return Math.abs(event.wallMs - before.wallMs - (event.monoMs - before.monoMs)) > TEACHING.driftMs;
  });
}
