import type { NoticeEvent, NoticeState } from '../../contract/system/notice.ts';

export interface Step {
  readonly name: string;
  readonly from: readonly NoticeState[];
  readonly permission: string;
}

const AUDIT = 'cms:content:audit';
const EDIT = 'system:notice:edit';

/** SM24: who may take which step from where; where it leads depends on the clock and on whether content is audited. */
export const STEPS: Readonly<Record<NoticeEvent, Step>> = {
  submit: { name: '提交发布', from: ['draft'], permission: EDIT },
  approve: { name: '审核通过', from: ['pending'], permission: AUDIT },
  reject: { name: '退回修改', from: ['pending'], permission: AUDIT },
  offline: { name: '下线', from: ['published', 'scheduled'], permission: EDIT },
  publish: { name: '重新发布', from: ['offline'], permission: EDIT },
};

export const STATE_NAMES: Readonly<Record<NoticeState, string>> = {
  draft: '草稿',
  pending: '待审核',
  scheduled: '定时发布',
  published: '已发布',
  offline: '已下线',
};

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
