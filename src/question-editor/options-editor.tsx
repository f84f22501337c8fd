import { isPinnedText } from '../../contract/textbook/display-order.ts';
import { MOST_OPTIONS } from '../../contract/textbook/key-problems.ts';
import { MULTI_POLICIES, type KeyPart, type ShownPart } from '../../contract/textbook/question-kind.ts';
import { newChoice } from './editor-value.ts';
import { textOf } from './html-text.ts';
import { ChoiceField, LineField } from './rich-field.tsx';

type Shown = Extract<ShownPart, { kind: 'single' | 'multi' }>;
type Key = Extract<KeyPart, { kind: 'single' | 'multi' }>;

/** Options of a choice, which of them are right, and for several right ones how they count. */
export function OptionsEditor({ shown, keyPart, change }: { shown: Shown; keyPart: Key; change: (shown: Shown, key: Key) => void }) {
  const { options } = shown;
  const toggle = (id: string): void => {
    const right = keyPart.kind === 'single' ? [id] : keyPart.right.includes(id) ? keyPart.right.filter((one) => one !== id) : [...keyPart.right, id];
    change(shown, { ...keyPart, right });
  };
  const edit = (id: string, html: string): void =>
    change(
      { ...shown, options: options.map((one) => (one.id === id ? { ...one, html, ...(isPinnedText(textOf(html)) ? { pinned: true } : {}) } : one)) },
      keyPart,
    );
  const share = (id: string, percent: string): void => {
    if (keyPart.kind === 'multi') change(shown, { ...keyPart, shares: { ...keyPart.shares, [id]: Math.round(Number(percent) * 100) || 0 } });
  };
  return (
    <fieldset className="editor-group">
      <legend>选项（勾选正确的）</legend>
      {options.map((option, at) => (
        <div key={option.id} className="editor-row">
          <input
            type={shown.kind === 'single' ? 'radio' : 'checkbox'}
            aria-label={`第${at + 1}项正确`}
            checked={keyPart.right.includes(option.id)}
            onChange={() => toggle(option.id)}
          />
          <LineField label={`第${at + 1}项`} html={option.html} change={(html) => edit(option.id, html)} />
          {keyPart.kind === 'multi' && keyPart.policy === 'weights' ? (
            <input
              className="editor-number"
              type="number"
              aria-label={`第${at + 1}项的分值比例（%）`}
              value={(keyPart.shares?.[option.id] ?? 0) / 100}
              onChange={(event) => share(option.id, event.target.value)}
            />
          ) : null}
          <label className="editor-check">
            <input
              type="checkbox"
              checked={option.pinned ?? false}
              onChange={(event) =>
                change({ ...shown, options: options.map((one) => (one.id === option.id ? { ...one, pinned: event.target.checked } : one)) }, keyPart)
              }
            />
            固定在最后
          </label>
          <button
            type="button"
            className="editor-button"
            aria-label={`删除第${at + 1}项`}
            onClick={() =>
              change(
                { ...shown, options: options.filter(({ id }) => id !== option.id) },
                { ...keyPart, right: keyPart.right.filter((id) => id !== option.id) },
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
          disabled={options.length >= MOST_OPTIONS}
          onClick={() => change({ ...shown, options: [...options, newChoice()] }, keyPart)}
        >
          添加选项
        </button>
      </div>
      {keyPart.kind === 'multi' ? (
        <ChoiceField label="得分规则" of={MULTI_POLICIES} value={keyPart.policy} change={(policy) => change(shown, { ...keyPart, policy })} />
      ) : null}
    </fieldset>
  );
}
