import { MOST_LEFT, MOST_OPTIONS, MOST_RIGHT } from '../../contract/textbook/key-problems.ts';
import { ORDER_POLICIES, PART_POLICIES, type Choice, type KeyPart, type ShownPart } from '../../contract/textbook/question-kind.ts';
import { newChoice } from './editor-value.ts';
import { textOf } from './html-text.ts';
import { CheckField, ChoiceField, LineField } from './rich-field.tsx';

type Match = Extract<ShownPart, { kind: 'match' }>;
type MatchKey = Extract<KeyPart, { kind: 'match' }>;

const edited = (list: readonly Choice[], id: string, html: string): Choice[] => list.map((one) => (one.id === id ? { ...one, html } : one));

/** Items on both sides; right ones that no left one uses are distractors. */
export function MatchEditor({ shown, keyPart, change }: { shown: Match; keyPart: MatchKey; change: (shown: Match, key: MatchKey) => void }) {
  return (
    <fieldset className="editor-group">
      <legend>连线</legend>
      <p className="question-note">右边先写好，再给左边每一项选答案；没有被选的右边项是干扰项。</p>
      {shown.right.map((item, at) => (
        <div key={item.id} className="editor-row">
          <span>右{at + 1}</span>
          <LineField
            label={`右边第${at + 1}项`}
            html={item.html}
            change={(html) => change({ ...shown, right: edited(shown.right, item.id, html) }, keyPart)}
          />
          <button
            type="button"
            className="editor-button"
            onClick={() =>
              change(
                { ...shown, right: shown.right.filter(({ id }) => id !== item.id) },
                { ...keyPart, pairs: Object.fromEntries(Object.entries(keyPart.pairs).filter(([, right]) => right !== item.id)) },
              )
            }
          >
            删除
          </button>
        </div>
      ))}
      {shown.left.map((item, at) => (
        <div key={item.id} className="editor-row">
          <span>左{at + 1}</span>
          <LineField
            label={`左边第${at + 1}项`}
            html={item.html}
            change={(html) => change({ ...shown, left: edited(shown.left, item.id, html) }, keyPart)}
          />
          <select
            aria-label={`左边第${at + 1}项的答案`}
            value={keyPart.pairs[item.id] ?? ''}
            onChange={(event) => change(shown, { ...keyPart, pairs: { ...keyPart.pairs, [item.id]: event.target.value } })}
          >
            <option value="">请选择</option>
            {shown.right.map(({ id, html }) => (
              <option key={id} value={id}>
                {textOf(html) || '（空）'}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="editor-button"
            onClick={() =>
              change(
                { ...shown, left: shown.left.filter(({ id }) => id !== item.id) },
                { ...keyPart, pairs: Object.fromEntries(Object.entries(keyPart.pairs).filter(([left]) => left !== item.id)) },
              )
            }
          >
            删除
          </button>
        </div>
      ))}
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button"
          disabled={shown.left.length >= MOST_LEFT}
          onClick={() => change({ ...shown, left: [...shown.left, newChoice()] }, keyPart)}
        >
          添加左边
        </button>
        <button
          type="button"
          className="editor-button"
          disabled={shown.right.length >= MOST_RIGHT}
          onClick={() => change({ ...shown, right: [...shown.right, newChoice()] }, keyPart)}
        >
          添加右边
        </button>
        <CheckField label="右边可以重复使用" checked={shown.reusable} change={(reusable) => change({ ...shown, reusable }, keyPart)} />
      </div>
      <ChoiceField label="得分规则" of={PART_POLICIES} value={keyPart.policy} change={(policy) => change(shown, { ...keyPart, policy })} />
    </fieldset>
  );
}

type Order = Extract<ShownPart, { kind: 'order' }>;
type OrderKey = Extract<KeyPart, { kind: 'order' }>;

/** Items in their right order; students see them in another one. */
export function OrderEditor({ shown, keyPart, change }: { shown: Order; keyPart: OrderKey; change: (shown: Order, key: OrderKey) => void }) {
  const swap = (at: number, with_: number): void => {
    const order = [...keyPart.order];
    [order[at], order[with_]] = [order[with_] ?? '', order[at] ?? ''];
    change(shown, { ...keyPart, order });
  };
  return (
    <fieldset className="editor-group">
      <legend>正确的顺序（学生看到的会打乱）</legend>
      {keyPart.order.map((id, at) => (
        <div key={id} className="editor-row">
          <span>{at + 1}</span>
          <LineField
            label={`第${at + 1}位`}
            html={shown.items.find((one) => one.id === id)?.html ?? ''}
            change={(html) => change({ ...shown, items: edited(shown.items, id, html) }, keyPart)}
          />
          <button type="button" className="editor-button" aria-label={`第${at + 1}位上移`} disabled={at === 0} onClick={() => swap(at, at - 1)}>
            ↑
          </button>
          <button
            type="button"
            className="editor-button"
            aria-label={`第${at + 1}位下移`}
            disabled={at === keyPart.order.length - 1}
            onClick={() => swap(at, at + 1)}
          >
            ↓
          </button>
          <button
            type="button"
            className="editor-button"
            onClick={() =>
              change(
                { ...shown, items: shown.items.filter((one) => one.id !== id) },
                { ...keyPart, order: keyPart.order.filter((one) => one !== id) },
              )
            }
          >
            删除
          </button>
        </div>
      ))}
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button"
          disabled={shown.items.length >= MOST_OPTIONS}
          onClick={() => {
            const item = newChoice();
            change({ ...shown, items: [...shown.items, item] }, { ...keyPart, order: [...keyPart.order, item.id] });
          }}
        >
          添加一项
        </button>
      </div>
      <ChoiceField label="得分规则" of={ORDER_POLICIES} value={keyPart.policy} change={(policy) => change(shown, { ...keyPart, policy })} />
    </fieldset>
  );
}
