import type { NoticeState } from '../../contract/system/notice.ts';

interface Timed {
  readonly status: NoticeState;
  readonly publishTime: number | null;
  readonly expireTime: number | null;
}

/** The state at a moment: what is due is published and what is past is offline, to the millisecond and without a job. */
export function stateAt({ status, publishTime, expireTime }: Timed, now: number): NoticeState {
  const due = status === 'scheduled' && (publishTime ?? 0) <= now ? 'published' : status;
  return due === 'published' && expireTime !== null && expireTime <= now ? 'offline' : due;
}

/** Where a released notice goes: up at once, or to its hour. */
export const released = (publishTime: number | null, now: number): NoticeState =>
  publishTime !== null && publishTime > now ? 'scheduled' : 'published';

/** The family's word for a state: what its writer wants to be seen is `0`. */
export const familyStatus = (state: NoticeState): '0' | '1' => (state === 'draft' || state === 'offline' ? '1' : '0');
