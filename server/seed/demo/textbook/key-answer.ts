import type { Answer, KeyPart, PartAnswer, QuestionKey, ShownPart, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';

function partAnswer(shown: ShownPart, key: KeyPart, miss: boolean): PartAnswer {
  if (key.kind === 'single' && shown.kind === 'single')
    return miss ? (shown.options.find(({ id }) => !key.right.includes(id))?.id ?? null) : (key.right[0] ?? null);
  if (key.kind === 'multi') return miss ? key.right.slice(0, 1) : [...key.right];
  if (key.kind === 'judge') return miss ? !key.right : key.right;
  if (key.kind === 'fill' && shown.kind === 'fill')
    return Object.fromEntries(
      key.blanks.map(({ id, keys: [first], number }) => {
        const choices = shown.blanks.find((blank) => blank.id === id)?.choices ?? [];
        if (miss) return [id, choices.find((one) => one.id !== first?.text)?.id ?? 'ferry boat'];
        const unit = number?.unit === 'required' ? ` ${number.units?.[0]?.name ?? ''}` : '';
        return [id, `${first?.text ?? first?.value ?? first?.from ?? ''}${unit}`];
      }),
    );
  if (key.kind === 'match') return { ...key.pairs };
  if (key.kind === 'order') return miss ? key.order.toReversed() : [...key.order];
  if (key.kind === 'short')
    return miss
      ? 'I like the ferry because it is slow.'
      : 'The ferry gives people time to talk, and the river keeps their secrets. I would take it every day.';
  return null;
}

/** A right answer of a question, or for `miss` a wrong one; null for uploads and texts. A match is always right. */
export function answerOf(shown: ShownQuestion, key: QuestionKey, miss: boolean): Answer | null {
  if (shown.kind !== 'passage') return key.kind === 'passage' ? null : partAnswer(shown, key, miss);
  if (key.kind !== 'passage') return null;
  return Object.fromEntries(
    shown.parts.flatMap((part) => {
      const partKey = key.parts[part.id];
      return partKey ? [[part.id, partAnswer(part, partKey, miss)]] : [];
    }),
  );
}
