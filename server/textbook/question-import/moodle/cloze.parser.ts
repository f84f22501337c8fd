import type { BlankKey, Choice } from '../../../../contract/textbook/question-kind.ts';
import { newPartId } from '../../question/question-content.format.ts';
import { choiceOf, FULL, isNumber, patternKey, shareOf, type MadeBlank } from '../question-parts.format.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&nbsp;': ' ', '&#39;': "'" };
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();

const KINDS: Readonly<Record<string, 'text' | 'exact' | 'number' | 'choice' | 'several'>> = {
  SHORTANSWER: 'text',
  SA: 'text',
  MW: 'text',
  SHORTANSWER_C: 'exact',
  SAC: 'exact',
  MWC: 'exact',
  NUMERICAL: 'number',
  NM: 'number',
  MULTICHOICE: 'choice',
  MC: 'choice',
  MULTICHOICE_V: 'choice',
  MCV: 'choice',
  MULTICHOICE_H: 'choice',
  MCH: 'choice',
  MULTICHOICE_S: 'choice',
  MCS: 'choice',
  MULTICHOICE_VS: 'choice',
  MCVS: 'choice',
  MULTICHOICE_HS: 'choice',
  MCHS: 'choice',
  MULTIRESPONSE: 'several',
  MR: 'several',
  MULTIRESPONSE_H: 'several',
  MRH: 'several',
  MULTIRESPONSE_S: 'several',
  MRS: 'several',
  MULTIRESPONSE_HS: 'several',
  MRHS: 'several',
};

interface Answer {
  readonly text: string;
  readonly share: number;
}

/** Answers of a blank, apart at `~`; a backslash escapes a sign. */
function answersOf(body: string): { readonly answers: Answer[]; readonly feedback: boolean } {
  const pieces: string[] = [''];
  let feedback = false;
  let inFeedback = false;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body.charAt(at);
    if (sign === '\\' && at + 1 < body.length) {
      const next = body.charAt(at + 1);
      if (!inFeedback) pieces[pieces.length - 1] += next === '*' ? '\\*' : next;
      at += 1;
    } else if (sign === '~') {
      pieces.push('');
      inFeedback = false;
    } else if (sign === '#' && !/^&$/.test(body.charAt(at - 1))) {
      inFeedback = true;
      feedback = true;
    } else if (!inFeedback) pieces[pieces.length - 1] += sign;
  }
  const answers = pieces.map((piece): Answer => {
    const found = /^\s*(?:%(-?\d{1,3}(?:\.\d{1,7})?)%|(=))?([^]*)$/.exec(piece);
    const share = found?.[1] !== undefined ? shareOf(Number(found[1])) : found?.[2] ? FULL : 0;
    return { text: (found?.[3] ?? '').replace(/^=/, '').trim(), share };
  });
  return { answers: answers.filter(({ text }) => text !== ''), feedback };
}

export interface Cloze {
  /** HTML with `[[id]]` at the places of the blanks. */
  readonly stem: string;
  readonly blanks: readonly (MadeBlank & { readonly weight: number })[];
  /** What could not be read, in words. */
  readonly faults: readonly string[];
  readonly feedback: boolean;
}

const BLANK = /\{(\d{0,4}):([A-Z_]{2,16}):((?:\\[^]|[^}\\]){0,20000})\}/g;

/** Reads embedded answers, `{1:SHORTANSWER:=甲~%50%乙}` (docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type). */
export function readCloze(html: string): Cloze {
  const blanks: (MadeBlank & { weight: number })[] = [];
  const faults: string[] = [];
  let feedback = false;
  const stem = html.replace(BLANK, (all, weight: string, name: string, body: string) => {
    const kind = KINDS[name];
    const place = `第${blanks.length + 1}空`;
    if (!kind || kind === 'several') {
      faults.push(kind ? `${place}要选多项（${name}），填空不能这样作答` : `${place}的类型“${name}”不认识`);
      return all;
    }
    const id = newPartId();
    const found = answersOf(body);
    feedback ||= found.feedback;
    const head = { id, weight: Number(weight) || 1 };
    if (kind === 'choice') {
      const choices: Choice[] = found.answers.map(({ text }) => choiceOf(text));
      const keys = found.answers.flatMap(({ share }, at): BlankKey[] => (share > 0 ? [{ share, text: choices[at]?.id ?? '' }] : []));
      blanks.push({ ...head, keys, choices });
    } else if (kind === 'number') {
      const keys = found.answers.filter(({ share }) => share > 0).map(({ text, share }) => numberKey(plain(text), share));
      if (keys.some((key) => key === null)) faults.push(`${place}的答案不是数`);
      blanks.push({ ...head, keys: keys.filter((key) => key !== null) });
    } else {
      const keys = found.answers.filter(({ share }) => share > 0).map(({ text, share }) => patternKey(plain(text), share));
      blanks.push({ ...head, keys, exactCase: kind === 'exact' });
    }
    return `[[${id}]]`;
  });
  return { stem, blanks, faults, feedback };
}

function numberKey(text: string, share: number): BlankKey | null {
  const [value = '', tolerance = ''] = text.split(':').map((part) => part.trim().replace(',', '.'));
  if (!isNumber(value) || (tolerance !== '' && !isNumber(tolerance))) return null;
  return { share, value, ...(tolerance === '' || Number(tolerance) === 0 ? {} : { tolerance }) };
}
