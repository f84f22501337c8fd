import { errorRate } from '../../../contract/proof/error-rate.ts';
import type { ProofDetail } from '../../../contract/proof/proof.ts';

/** Twice the limit is the end of the scale. */
const SCALE = 2;

/** The error rate as it is reckoned: the points of each kind, divided by the characters. */
export function RateBox({ one, charCount }: { one: ProofDetail; charCount: number }) {
  const counted = one.marks.filter((mark) => mark.proofId === one.proofId && mark.round === one.round && mark.fate !== 'rejected');
  const { lines, score, rate, passes } = errorRate(counted, one.rules, charCount);
  return (
    <section className="rate-box" aria-label="差错率" aria-live="polite">
      <div className="rate-head">
        <span>差错率</span>
        <strong className={passes || charCount === 0 ? 'rate-figure' : 'rate-figure late'}>{charCount > 0 ? rate.toFixed(2) : '—'}</strong>
        <span className="soft">/ 万字</span>
        <span className="grow" />
        <span className="soft">
          {score / 100} 分 ÷ {charCount.toLocaleString('zh-CN')} 字
        </span>
      </div>
      <div className="rate-scale" aria-hidden="true">
        <div className="rate-good" />
        <div className={passes ? 'rate-at' : 'rate-at late'} style={{ left: `${Math.min(100, (rate / SCALE) * 100)}%` }} />
      </div>
      <div className="rate-ends soft" aria-hidden="true">
        <span>0</span>
        <span>付印上限 1.0</span>
        <span>2.0</span>
      </div>
      {lines.length > 0 ? (
        <table className="rate-lines">
          <caption className="visually-hidden">各类差错的计分</caption>
          <tbody>
            {lines.map((line) => (
              <tr key={line.kind}>
                <th scope="row">{line.label}</th>
                <td>{line.count} 处</td>
                <td>{line.score / 100}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="soft">还没有计分的记号</p>
      )}
    </section>
  );
}
