import { isRecord, isUpload } from '../../../contract/textbook/upload-answer.ts';
import type { Answer, PartAnswer, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';

/** What is shown in place of an erased name or text. */
export const ERASED = '已清除';

function withoutTextOf(shown: ShownPart, answer: unknown): PartAnswer {
  switch (shown.kind) {
    case 'single':
    case 'multi':
    case 'judge':
    case 'match':
    case 'order':
      // Ids of what was offered.
      return answer as PartAnswer;
    case 'fill': {
      if (!isRecord(answer)) return null;
      const chosen = new Set(shown.blanks.filter(({ type }) => type === 'choice').map(({ id }) => id));
      return Object.fromEntries(Object.entries(answer).map(([id, text]) => [id, chosen.has(id) ? String(text) : text === '' ? '' : ERASED]));
    }
    case 'upload':
      return isUpload(answer) ? { photos: [], recording: null, files: [] } : null;
    default:
      return typeof answer === 'string' && answer !== '' ? ERASED : null;
  }
}

/**
 * An answer without the words and files of the student; what was chosen from the question stays. Of an unknown question nothing stays. The result of a
 * result is equal.
 */
export function withoutText(shown: ShownQuestion | undefined, answer: Answer | null): Answer | null {
  if (answer === null || !shown) return null;
  if (shown.kind !== 'passage') return withoutTextOf(shown, answer);
  if (!isRecord(answer)) return null;
  return Object.fromEntries(
    Object.entries(answer).map(([id, part]) => {
      const of = shown.parts.find((one) => one.id === id);
      return [id, of ? withoutTextOf(of, part) : null];
    }),
  );
}
