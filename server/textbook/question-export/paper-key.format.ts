import { letterOf } from '../../../contract/textbook/display-order.ts';
import type { PaperKey } from '../../../contract/textbook/paper.ts';
import type { BlankKey, Choice, KeyPart, QuestionKey, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';

/** Letters of choices, in the order of the paper: that in which they are stored. */
const lettersIn = (list: readonly Choice[]): ReadonlyMap<string, string> => new Map(list.map(({ id }, at) => [id, letterOf(at)]));

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

/** The right answer of a part in words; '' for one that a teacher marks. */
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

function partKey(shown: ShownPart, key: KeyPart): PaperKey['parts'][number] {
  const isWritten = key.kind === 'short' || key.kind === 'upload';
  return {
    answer: answerOf(shown, key),
    hint: isWritten ? key.hint : '',
    rubric: isWritten ? key.rubric.map(({ name, points }) => ({ name, points })) : [],
    explanation: key.explanation,
    transcript: '',
    parts: [],
  };
}

/** What the sheet of answers says of a question. */
export function paperKeyOf(shown: ShownQuestion, key: QuestionKey): PaperKey {
  if (shown.kind === 'passage' && key.kind === 'passage')
    return {
      answer: '',
      hint: '',
      rubric: [],
      explanation: key.explanation,
      transcript: key.transcript,
      parts: shown.parts.flatMap((part) => {
        const own = key.parts[part.id];
        return own ? [partKey(part, own)] : [];
      }),
    };
  return partKey(shown as ShownPart, key as KeyPart);
}
