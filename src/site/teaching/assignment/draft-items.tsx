import type { AssignmentItem } from '../../../../contract/teaching/assignment.ts';
import { QUESTION_KINDS } from '../../../../contract/textbook/question-kind.ts';
import { plainOf } from '../../../../contract/textbook/plain-html.ts';
import type { DraftQuestion } from './draft-question.ts';

interface Props {
  readonly items: readonly AssignmentItem[];
  readonly known: ReadonlyMap<number, DraftQuestion>;
  readonly fixed: boolean;
  readonly change: (items: AssignmentItem[]) => void;
}

const moved = (items: readonly AssignmentItem[], at: number, to: number): AssignmentItem[] => {
  const list = [...items];
  const [one] = list.splice(at, 1);
  if (one) list.splice(to, 0, one);
  return list;
};

/** The questions of an assignment in their order, with their points. */
export function DraftItems({ items, known, fixed, change }: Props) {
  const seen = items.filter(({ versions }) => versions.some(({ versionId }) => known.get(versionId)?.inBook)).length;
  if (items.length === 0) return <p className="teach-none">还没有题目</p>;
  return (
    <>
      {seen > 0 ? <p className="teach-warn">这{seen}题学生在书里能看到答案</p> : null}
      <ol className="draft-items">
        {items.map((item, at) => {
          const question = known.get(item.versions[0]?.versionId ?? 0);
          const words =
            item.versions.length > 1
              ? `从${item.versions.length}题里抽${item.take}题`
              : plainOf(question?.shown.stem ?? '').slice(0, 80) || '（无文字）';
          return (
            <li key={item.itemId}>
              <span className="teach-grow">
                <span className="meta">{question ? QUESTION_KINDS[question.shown.kind] : ''}</span> {words}
              </span>
              <label className="draft-points">
                <input
                  type="number"
                  inputMode="decimal"
                  min={0}
                  max={1_000}
                  step="0.01"
                  value={item.points / 100}
                  disabled={fixed}
                  aria-label={`第${at + 1}题的分值`}
                  onChange={(event) =>
                    change(items.map((one, index) => (index === at ? { ...one, points: Math.round(Number(event.target.value) * 100) } : one)))
                  }
                />
                分
              </label>
              <button
                type="button"
                className="icon-button"
                disabled={fixed || at === 0}
                aria-label={`上移第${at + 1}题`}
                onClick={() => change(moved(items, at, at - 1))}
              >
                ↑
              </button>
              <button
                type="button"
                className="icon-button"
                disabled={fixed || at === items.length - 1}
                aria-label={`下移第${at + 1}题`}
                onClick={() => change(moved(items, at, at + 1))}
              >
                ↓
              </button>
              <button
                type="button"
                className="icon-button"
                disabled={fixed}
                aria-label={`移除第${at + 1}题`}
                onClick={() => change(items.filter((_one, index) => index !== at))}
              >
                ✕
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
