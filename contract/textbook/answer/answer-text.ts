import { plainOf } from '../plain-html.ts';
import { isUpload } from '../upload-answer.ts';
import type { Answer, Choice, PartAnswer, ShownPart, ShownQuestion } from '../question-kind.ts';

const nameOf = (choices: readonly Choice[], id: unknown): string => plainOf(choices.find((one) => one.id === id)?.html ?? '') || '？';
const list = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);
const entries = (answer: PartAnswer): [string, unknown][] =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? Object.entries(answer) : [];

function partText(shown: ShownPart, answer: PartAnswer): string {
  if (answer === null) return '';
  switch (shown.kind) {
    case 'single':
      return nameOf(shown.options, answer);
    case 'multi':
      return list(answer)
        .map((id) => nameOf(shown.options, id))
        .join('；');
    case 'judge':
      return answer === true ? '对' : '错';
    case 'fill':
      return shown.blanks
        .map(({ id, type, choices }) => {
          const given = entries(answer).find(([blank]) => blank === id)?.[1];
          return type === 'choice' ? (given ? nameOf(choices ?? [], given) : '＿') : typeof given === 'string' && given.trim() !== '' ? given : '＿';
        })
        .join(' | ');
    case 'match':
      return entries(answer)
        .map(([left, right]) => `${nameOf(shown.left, left)}＝${nameOf(shown.right, right)}`)
        .join('；');
    case 'order':
      return list(answer)
        .map((id) => nameOf(shown.items, id))
        .join(' → ');
    case 'short':
      return typeof answer === 'string' ? answer : '';
    case 'upload':
      return isUpload(answer)
        ? [`照片${answer.photos.length}`, answer.recording === null ? '' : '录音', `文件${answer.files.length}`].filter(Boolean).join(' ')
        : '';
    case 'text':
      return '';
  }
}

/** An answer in words, for boards, sheets and screen readers: options by their text, never by letters that differ between students. */
export function answerText(shown: ShownQuestion, answer: Answer): string {
  if (shown.kind !== 'passage') return partText(shown, answer as PartAnswer);
  const given = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as Readonly<Record<string, PartAnswer>>) : {};
  return shown.parts.map((part, at) => `${at + 1}. ${partText(part, given[part.id] ?? null)}`).join('\n');
}
