import { useId } from 'react';
import { DECLINE_REASONS } from '../../../contract/periodical/periodical-limits.ts';

interface DeclineBody {
  readonly declineReason: string;
  readonly reason: string;
  readonly suggestedName: string;
  readonly suggestedEmail: string;
}

/** Why, and who else could be asked. Used with the link of the mail and on the reviewer's page. */
export function DeclineFields({ value, change }: { value: DeclineBody; change: (part: Partial<DeclineBody>) => void }) {
  const id = useId();
  return (
    <>
      <fieldset className="periodical-choices">
        <legend>谢绝的原因</legend>
        {DECLINE_REASONS.map((one) => (
          <label key={one} className="chip">
            <input
              type="radio"
              className="unseen"
              name={`${id}-reason`}
              checked={value.declineReason === one}
              onChange={() => change({ declineReason: one })}
            />
            <span>{one}</span>
          </label>
        ))}
      </fieldset>
      <label>
        补充说明（可不填）
        <textarea rows={3} maxLength={500} value={value.reason} onChange={({ target }) => change({ reason: target.value })} />
      </label>
      <label>
        推荐别的专家（可不填）
        <input maxLength={30} placeholder="姓名" value={value.suggestedName} onChange={({ target }) => change({ suggestedName: target.value })} />
      </label>
      <label>
        专家的邮箱
        <input type="email" maxLength={100} value={value.suggestedEmail} onChange={({ target }) => change({ suggestedEmail: target.value })} />
      </label>
    </>
  );
}

export const NO_DECLINE: DeclineBody = { declineReason: '', reason: '', suggestedName: '', suggestedEmail: '' };
