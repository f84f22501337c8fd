import { useState } from 'react';
import { displayOrder, letterOf } from '../../contract/textbook/display-order.ts';
import type { KeyPart, ShownPart } from '../../contract/textbook/question-kind.ts';
import { PartMark } from './question-result.tsx';
import type { PartProps } from './part-props.ts';
import { Html, plainText, Stem } from './stem.tsx';

type Match = Extract<ShownPart, { kind: 'match' }>;
type Pairs = Readonly<Record<string, string>>;

/** Pairs: tap an item on the left, then one on the right; or choose in the select box of each item. */
export function MatchPart({
  shown,
  answer,
  onChange,
  disabled,
  order,
  judged,
  keyPart,
}: PartProps<Match, Pairs, Extract<KeyPart, { kind: 'match' }>>) {
  const [picked, setPicked] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const left = order === '' ? shown.left : displayOrder(shown.left, order);
  const right = order === '' ? shown.right : displayOrder(shown.right, order);
  const letters = new Map(right.map(({ id }, at) => [id, letterOf(at)]));
  const connect = (leftId: string, rightId: string): void => {
    const kept = Object.entries(answer ?? {}).filter(([id, other]) => id !== leftId && (shown.reusable || other !== rightId));
    const next: Pairs = Object.fromEntries(rightId === '' ? kept : [...kept, [leftId, rightId]]);
    onChange(Object.keys(next).length === 0 ? null : next);
    setPicked(null);
    const name = plainText(left.find(({ id }) => id === leftId)?.html ?? '');
    setSaid(rightId === '' ? `${name}已取消连线` : `${name}连到${letters.get(rightId) ?? ''}`);
  };
  return (
    <div className="question-match">
      <span className="question-kind">连线</span>
      <Stem html={shown.stem} />
      <p className="question-note">先点左边一项，再点右边的答案；也可以用每项后面的选择框。</p>
      <div className="question-columns">
        <ul>
          {left.map((item, at) => {
            const chosen = answer?.[item.id] ?? '';
            const result = judged?.parts[item.id];
            const wanted = keyPart?.pairs[item.id];
            return (
              <li key={item.id}>
                <button
                  type="button"
                  className="question-item"
                  disabled={disabled}
                  aria-pressed={picked === item.id}
                  onClick={() => setPicked(picked === item.id ? null : item.id)}
                >
                  <span className="question-letter">{at + 1}</span> <Html html={item.html} />
                </button>
                <select
                  aria-label={`第${at + 1}项连到`}
                  value={chosen}
                  disabled={disabled}
                  onChange={(event) => connect(item.id, event.target.value)}
                >
                  <option value="">未连</option>
                  {right.map(({ id, html }) => (
                    <option key={id} value={id}>
                      {letters.get(id)} {plainText(html)}
                    </option>
                  ))}
                </select>
                {result ? <PartMark share={result.share} hint="" /> : null}
                {wanted ? (
                  <span className="question-key">
                    答案：{letters.get(wanted)} {plainText(right.find(({ id }) => id === wanted)?.html ?? '')}
                  </span>
                ) : null}
              </li>
            );
          })}
        </ul>
        <ul>
          {right.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className={`question-item${Object.values(answer ?? {}).includes(item.id) ? ' question-chosen' : ''}`}
                disabled={disabled || picked === null}
                onClick={() => picked !== null && connect(picked, item.id)}
              >
                <span className="question-letter">{letters.get(item.id)}</span> <Html html={item.html} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <output className="question-hidden">{said}</output>
    </div>
  );
}
