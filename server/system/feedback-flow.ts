import type { FeedbackEvent, FeedbackState } from '../../contract/system/feedback.ts';

export interface Step {
  readonly name: string;
  readonly from: FeedbackState;
  readonly to: FeedbackState;
  /** Who wrote it takes the step himself. */
  readonly own?: true;
  /** Characters at least that must be said with it, and what is asked for. */
  readonly says?: readonly [least: number, words: string];
}

/** SM23. */
export const STEPS: Readonly<Record<FeedbackEvent, Step>> = {
  handle: { name: '处理', from: 'new', to: 'handling' },
  reply: { name: '回复', from: 'handling', to: 'replied', says: [5, '回复至少5个字'] },
  ignore: { name: '忽略', from: 'new', to: 'closed', says: [1, '请填写忽略的原因'] },
  close: { name: '关闭', from: 'replied', to: 'closed', own: true },
  reopen: { name: '再次反馈', from: 'replied', to: 'handling', own: true },
};

export const STATE_NAMES: Readonly<Record<FeedbackState, string>> = { new: '待处理', handling: '处理中', replied: '已回复', closed: '已关闭' };

const DAY_MS = 86_400_000;
export const CLOSES_AFTER_MS = 15 * DAY_MS;

/** What nobody takes up again within 15 days of its reply is closed. */
export const stateAt = (row: { status: string; replyTime: number | null }, now: number): FeedbackState =>
  row.status === 'replied' && row.replyTime !== null && row.replyTime + CLOSES_AFTER_MS <= now ? 'closed' : (row.status as FeedbackState);
