import { letterOf } from '../../../contract/textbook/display-order.ts';
import type { BlankKey, Choice, KeyPart, QuestionKey, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';

const Html = ({ html }: { html: string }) => <span className="paper-html" dangerouslySetInnerHTML={{ __html: html }} />;

/** Letters of the options, in the order of the paper. */
export const lettersIn = (list: readonly Choice[]): ReadonlyMap<string, string> => new Map(list.map(({ id }, at) => [id, letterOf(at)]));

const lettersOf = (list: readonly Choice[], ids: readonly string[]): string => {
  const letters = lettersIn(list);
  return ids
    .map((id) => letters.get(id) ?? '')
    .toSorted()
    .join('');
};

function blankText(key: BlankKey, choices: readonly Choice[]): string {
  if (key.from !== undefined || key.to !== undefined) return `${key.from ?? '…'}～${key.to ?? '…'}`;
  if (key.value !== undefined) return key.tolerance ? `${key.value}（误差${key.tolerance}）` : key.value;
  return choices.length > 0 ? (lettersIn(choices).get(key.text ?? '') ?? '') : (key.text ?? '');
}

/** The right answer of a part in words. */
function answerOf(shown: ShownPart, key: KeyPart): string {
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi'))
    return lettersOf(shown.options, key.right);
  if (key.kind === 'judge') return key.right ? '正确（√）' : '错误（×）';
  if (shown.kind === 'fill' && key.kind === 'fill')
    return shown.blanks
      .map(({ id, choices = [] }, at) => {
        const keys = key.blanks.find((one) => one.id === id)?.keys.filter(({ hidden, share }) => !hidden && share > 0) ?? [];
        const text = keys.map((one) => blankText(one, choices)).join(' / ');
        return shown.blanks.length > 1 ? `（${at + 1}）${text}` : text;
      })
      .join('　');
  if (shown.kind === 'match' && key.kind === 'match') {
    const letters = lettersIn(shown.right);
    return shown.left.map(({ id }, at) => `${at + 1}—${letters.get(key.pairs[id] ?? '') ?? ''}`).join('　');
  }
  if (shown.kind === 'order' && key.kind === 'order') {
    const letters = lettersIn(shown.items);
    return key.order.map((id) => letters.get(id) ?? '').join(' → ');
  }
  return '';
}

function PartKey({ shown, keyPart }: { shown: ShownPart; keyPart: KeyPart }) {
  const answer = answerOf(shown, keyPart);
  const isWritten = keyPart.kind === 'short' || keyPart.kind === 'upload';
  return (
    <>
      {answer === '' ? null : <p className="paper-answer">{answer}</p>}
      {isWritten && keyPart.hint !== '' ? <p className="paper-hint">{keyPart.hint}</p> : null}
      {isWritten && keyPart.rubric.length > 0 ? (
        <ul className="paper-rubric">
          {keyPart.rubric.map(({ id, name, points }) => (
            <li key={id}>
              {name}：{points / 100}分
            </li>
          ))}
        </ul>
      ) : null}
      {answer === '' && !(isWritten && (keyPart.hint !== '' || keyPart.rubric.length > 0)) ? <p className="paper-hint">由教师评分</p> : null}
      {keyPart.explanation === '' ? null : (
        <div className="paper-explanation">
          <strong>解析　</strong>
          <Html html={keyPart.explanation} />
        </div>
      )}
    </>
  );
}

/** Answer and explanation of a question of the paper. */
export function PaperKey({ shown, keyPart }: { shown: ShownQuestion; keyPart: QuestionKey }) {
  if (shown.kind !== 'passage') return keyPart.kind === 'passage' ? null : <PartKey shown={shown} keyPart={keyPart} />;
  if (keyPart.kind !== 'passage') return null;
  return (
    <>
      <ol className="paper-parts">
        {shown.parts.map((part) => {
          const key = keyPart.parts[part.id];
          return <li key={part.id}>{key ? <PartKey shown={part} keyPart={key} /> : null}</li>;
        })}
      </ol>
      {keyPart.transcript === '' ? null : (
        <div className="paper-explanation">
          <strong>听力文稿　</strong>
          <Html html={keyPart.transcript} />
        </div>
      )}
      {keyPart.explanation === '' ? null : (
        <div className="paper-explanation">
          <strong>解析　</strong>
          <Html html={keyPart.explanation} />
        </div>
      )}
    </>
  );
}
