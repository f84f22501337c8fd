import type { JournalAuthor } from '../../../contract/periodical/own-submission.ts';
import { partsOf } from '../../../contract/periodical/person-name.ts';
import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';

const NOBODY: JournalAuthor = { name: '', nameEn: '', family: '', given: '', orcid: '', unit: '', mail: '', corresponding: false };

/** The authors in order; one of them is the corresponding author. */
export function AuthorRows({ rows, change }: { rows: readonly JournalAuthor[]; change: (rows: JournalAuthor[]) => void }) {
  const set = (index: number, part: Partial<JournalAuthor>) => change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const move = (index: number, to: number) => {
    const next = [...rows];
    const [row] = next.splice(index, 1);
    if (row) next.splice(to, 0, row);
    change(next);
  };
  return (
    <fieldset>
      <legend>作者（按署名顺序）</legend>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no id, and its fields change while they are typed
        <fieldset key={index} className="submission-row" aria-label={`第${index + 1}位作者`}>
          <div className="submission-row-head">
            <b>第{index + 1}位</b>
            <span>
              <button type="button" className="button button-line" disabled={index === 0} onClick={() => move(index, index - 1)}>
                上移
              </button>
              <button type="button" className="button button-line" disabled={index === rows.length - 1} onClick={() => move(index, index + 1)}>
                下移
              </button>
              <button type="button" className="button button-line" onClick={() => change(rows.filter((_row, at) => at !== index))}>
                删除
              </button>
            </span>
          </div>
          <div className="submission-pair">
            <label>
              姓名
              <input maxLength={30} value={row.name} onChange={({ target }) => set(index, { name: target.value, family: '', given: '' })} />
            </label>
            <label>
              英文姓名
              <input maxLength={60} lang="en" value={row.nameEn} onChange={({ target }) => set(index, { nameEn: target.value })} />
            </label>
            {row.name.trim() !== '' && partsOf(row).western ? (
              <>
                <label>
                  姓（Family name）
                  <input
                    maxLength={40}
                    lang="en"
                    value={row.family || partsOf(row).family}
                    onChange={({ target }) => set(index, { family: target.value, given: row.given || partsOf(row).given })}
                  />
                </label>
                <label>
                  名（Given name）
                  <input
                    maxLength={40}
                    lang="en"
                    value={row.given || partsOf(row).given}
                    onChange={({ target }) => set(index, { given: target.value, family: row.family || partsOf(row).family })}
                  />
                </label>
              </>
            ) : null}
            <label>
              ORCID（可不填）
              <input
                maxLength={60}
                value={row.orcid}
                placeholder="0000-0000-0000-0000"
                onChange={({ target }) => set(index, { orcid: target.value })}
              />
            </label>
            <label>
              单位
              <input maxLength={100} value={row.unit} onChange={({ target }) => set(index, { unit: target.value })} />
            </label>
            <label>
              邮箱
              <input type="email" maxLength={100} value={row.mail} onChange={({ target }) => set(index, { mail: target.value })} />
            </label>
          </div>
          <label className="periodical-tick">
            <input
              type="radio"
              name="corresponding"
              checked={row.corresponding}
              onChange={() => change(rows.map((one, at) => ({ ...one, corresponding: at === index })))}
            />
            <span>通讯作者</span>
          </label>
        </fieldset>
      ))}
      <button
        type="button"
        className="button button-line"
        disabled={rows.length >= SUBMISSION.authors}
        onClick={() => change([...rows, { ...NOBODY, corresponding: rows.length === 0 }])}
      >
        添加作者
      </button>
    </fieldset>
  );
}
