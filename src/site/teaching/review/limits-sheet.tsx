import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { saveReviewLimits } from '../../../../contract/teaching/daily-review.ts';
import { REVIEW_LIMITS_MOST, type ReviewLimits } from '../../../../contract/teaching/review-queue.ts';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { dailyQueue } from '../../../practice/daily-queries.ts';
import { announce } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';

const FIELDS = [
  ['newMost', '每天的新题', '第一次进入复习的题'],
  ['reviewMost', '每天的复习', '到期再来的题和生词'],
] as const;

/** How many questions a day has at most; the account keeps it for all devices. */
export function LimitsSheet({ limits, close }: { limits: ReviewLimits; close: () => void }) {
  const [draft, setDraft] = useState<Readonly<Record<keyof ReviewLimits, string>>>({
    newMost: String(limits.newMost),
    reviewMost: String(limits.reviewMost),
  });
  const save = useMutation({
    mutationFn: () => call(saveReviewLimits, { body: { newMost: Number(draft.newMost), reviewMost: Number(draft.reviewMost) } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: dailyQueue.queryKey });
      announce('已保存');
      close();
    },
  });
  return (
    <Sheet
      title="每天复习多少"
      close={close}
      foot={
        <button type="submit" form="review-limits" className="button button-fill button-tall button-wide" disabled={save.isPending}>
          {save.isPending ? '正在保存…' : '保存'}
        </button>
      }
    >
      <form
        id="review-limits"
        className="daily-review-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {FIELDS.map(([name, label, note]) => (
          <label key={name}>
            <span>
              {label}
              <span className="meta">{`${note}，0 到 ${REVIEW_LIMITS_MOST[name]} 题`}</span>
            </span>
            <input
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={REVIEW_LIMITS_MOST[name]}
              value={draft[name]}
              onChange={(event) => setDraft((before) => ({ ...before, [name]: event.target.value }))}
            />
          </label>
        ))}
        {save.error ? (
          <p className="wrong" role="alert">
            {save.error.message}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
