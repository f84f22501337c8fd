import { keyProblems } from '../../../contract/textbook/key-problems.ts';
import { questionKey, questionPoints, shownQuestion } from '../../../contract/textbook/question-schema.ts';
import { cleanContent, hashOf, type QuestionContent } from '../question/question-content.format.ts';
import { noted, type ImportLine, type ReadQuestion } from './read-question.format.ts';

/** A question of a run: its content is sanitised, and what keeps it from being ready is named. */
export interface CheckedQuestion extends ReadQuestion {
  readonly problems: readonly string[];
  /** Of the content, '' without one. */
  readonly hash: string;
}

/** What the list of a run says of a question without its content. */
export interface CheckedHead {
  readonly place: string;
  readonly code: string;
  readonly hash: string;
  readonly draft: boolean;
  readonly problems: readonly string[];
}

export const headOf = ({ place, code, hash, draft, problems }: CheckedQuestion): CheckedHead => ({
  place,
  code,
  hash,
  draft: draft === true,
  problems,
});

/** Limits of the contract that a file exceeds: the editor could not save such a question again. */
function limitProblems({ shown, key, points }: QuestionContent): string[] {
  const results = [shownQuestion.safeParse(shown), questionKey.safeParse(key), questionPoints.safeParse(points)];
  return results.flatMap(({ error }) => (error?.issues ?? []).map(({ message }) => (/[\u4e00-\u9fff]/.test(message) ? message : '内容过长或不正确')));
}

/** Characters of a question and its key at most, as JSON: a file of 100 KB may hold one with 48 000 options. */
const CONTENT_LENGTH = 500_000;
/** Problems of one question that are named. */
const PROBLEMS_MOST = 20;

export function checkedQuestion(question: ReadQuestion): CheckedQuestion {
  if (!question.content) return { ...question, problems: [], hash: '' };
  if (JSON.stringify(question.content).length > CONTENT_LENGTH)
    return { ...question, content: null, problems: ['题目过长，或选项过多，请拆成几道题'], hash: '' };
  const { content, faults } = cleanContent(question.content);
  const problems = [...new Set([...keyProblems(content.shown, content.key, content.points), ...faults, ...limitProblems(content)])];
  const rest = problems.length - PROBLEMS_MOST;
  const named = rest > 0 ? [...problems.slice(0, PROBLEMS_MOST), `还有${rest}处问题`] : problems;
  return { ...question, content, problems: named, hash: hashOf(content) };
}

/** Codes that a file uses for different questions are left to the first: the others get new ones, and a line says so. */
export class UsedCodes {
  readonly #hashes = new Map<string, string>();

  withOwnCode(question: CheckedQuestion, lines: ImportLine[]): CheckedQuestion {
    const { code, hash, place } = question;
    if (code === '' || hash === '') return question;
    const before = this.#hashes.get(code);
    if (before === undefined) this.#hashes.set(code, hash);
    if (before === undefined || before === hash) return question;
    lines.push(noted(place, `编号“${code}”在文件里用了两次`, '已另外编号'));
    return { ...question, code: '' };
  }
}
