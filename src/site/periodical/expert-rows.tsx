import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';

interface Expert {
  readonly name: string;
  readonly unit: string;
  readonly mail: string;
  readonly reason: string;
}

/** Reviewers that the author suggests, or asks not to be chosen. */
export function ExpertRows({ legend, rows, change }: { legend: string; rows: readonly Expert[]; change: (rows: Expert[]) => void }) {
  const set = (index: number, part: Partial<Expert>) => change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no id, and its fields change while they are typed
        <fieldset key={index} className="submission-row submission-pair" aria-label={`${legend}第${index + 1}位`}>
          <label>
            姓名
            <input maxLength={30} value={row.name} onChange={({ target }) => set(index, { name: target.value })} />
          </label>
          <label>
            单位
            <input maxLength={100} value={row.unit} onChange={({ target }) => set(index, { unit: target.value })} />
          </label>
          <label>
            邮箱
            <input type="email" maxLength={100} value={row.mail} onChange={({ target }) => set(index, { mail: target.value })} />
          </label>
          <label>
            理由
            <input maxLength={200} value={row.reason} onChange={({ target }) => set(index, { reason: target.value })} />
          </label>
          <button type="button" className="button button-line" onClick={() => change(rows.filter((_row, at) => at !== index))}>
            删除
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        className="button button-line"
        disabled={rows.length >= SUBMISSION.suggested}
        onClick={() => change([...rows, { name: '', unit: '', mail: '', reason: '' }])}
      >
        添加一位
      </button>
    </fieldset>
  );
}
