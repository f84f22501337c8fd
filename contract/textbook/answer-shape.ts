import { ANSWER_LENGTH, isLongerThan } from './answer/match-blank.ts';
import { isFileRef, isRecord, isUpload } from './upload-answer.ts';
import type { Answer, Choice, PartAnswer, ShownPart, ShownQuestion } from './question-kind.ts';

const isId = (value: unknown, choices: readonly Choice[]): boolean => typeof value === 'string' && choices.some(({ id }) => id === value);

/** Whether all are ids of the choices, none twice. */
const areIds = (value: unknown, choices: readonly Choice[]): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => isId(one, choices)) && new Set(value).size === value.length;

const areFiles = (value: unknown, most: number): boolean =>
  Array.isArray(value) && value.length <= most && value.every(isFileRef) && new Set(value).size === value.length;

/** {@link isPossibleAnswer} for a part of a passage, or a question that is none. */
export function isPossiblePart(shown: ShownPart, answer: unknown): answer is PartAnswer {
  if (answer === null) return true;
  switch (shown.kind) {
    case 'single':
      return isId(answer, shown.options);
    case 'multi':
      return areIds(answer, shown.options);
    case 'judge':
      return typeof answer === 'boolean';
    case 'fill':
      return isRecord(answer) && Object.entries(answer).every(([id, text]) => isBlankAnswer(shown, id, text));
    case 'match': {
      if (!isRecord(answer)) return false;
      const right = Object.values(answer);
      const pairs = Object.keys(answer).every((id) => isId(id, shown.left)) && right.every((id) => isId(id, shown.right));
      return pairs && (shown.reusable || new Set(right).size === right.length);
    }
    case 'order':
      return areIds(answer, shown.items) && (answer.length === 0 || answer.length === shown.items.length);
    case 'short':
      return typeof answer === 'string' && !isLongerThan(answer, shown.maxLength);
    case 'upload': {
      if (!isRecord(answer)) return false;
      const { photos, recording, files, ...more } = answer;
      const sound = recording === null || (shown.recording && isFileRef(recording));
      return Object.keys(more).length === 0 && areFiles(photos, shown.photos) && areFiles(files, shown.files) && sound;
    }
    case 'text':
      return false;
  }
}

function isBlankAnswer(shown: ShownPart & { readonly kind: 'fill' }, id: string, text: unknown): boolean {
  const blank = shown.blanks.find((one) => one.id === id);
  if (!blank || typeof text !== 'string' || isLongerThan(text, ANSWER_LENGTH)) return false;
  return blank.type !== 'choice' || text === '' || isId(text, blank.choices ?? []);
}

/**
 * Whether an answer is possible for a question: known ids, nothing twice, a complete order, no text that is too long. An impossible answer is
 * kept as an event and counts as unanswered (23506).
 */
export function isPossibleAnswer(shown: ShownQuestion, answer: unknown): answer is Answer {
  if (shown.kind !== 'passage') return isPossiblePart(shown, answer);
  if (answer === null) return true;
  if (!isRecord(answer)) return false;
  return Object.entries(answer).every(([id, part]) => {
    const shownPart = shown.parts.find((one) => one.id === id);
    return shownPart !== undefined && isPossiblePart(shownPart, part);
  });
}

/** Whether an answer has been given at all; unanswered is not wrong. Other than blanks, nothing counts as an answer. */
export function isAnswered(answer: Answer): boolean {
  if (answer === null) return false;
  if (typeof answer === 'boolean') return true;
  if (typeof answer === 'string') return answer.trim() !== '';
  if (Array.isArray(answer)) return answer.length > 0;
  if (isUpload(answer)) return answer.photos.length > 0 || answer.recording !== null || answer.files.length > 0;
  return Object.values(answer).some((part) => isAnswered(part));
}
