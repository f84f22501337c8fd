import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREVIEW_PAGE } from '../../../contract/textbook/question-import.ts';
import { runIsolatedWork } from '../../files/run-isolated.ts';
import { AppError } from '../../http/app-error.ts';
import { checkedQuestion, headOf, UsedCodes, type CheckedHead, type CheckedQuestion } from './checked-question.format.ts';
import { parsedQuestions } from './question-formats.parser.ts';
import { QuestionMedia } from './question-media.format.ts';
import { PROGRESS_FILE, type ReadingOrder, type ReadingResult } from './question-reading.format.ts';
import { rejected } from './read-question.format.ts';

const TELL_MS = 300;

async function work({ folder, name, language, addresses }: ReadingOrder): Promise<ReadingResult> {
  const file = { bytes: await readFile(join(folder, 'input')), name, language, folder };
  const { questions, lines: found, format, mediaOf = () => null } = await parsedQuestions(file);
  const lines = [...found];
  const media: { fileName: string; originalName: string }[] = [];
  const kept = new QuestionMedia(mediaOf, addresses, async ({ fileName, originalName, bytes }) => {
    await writeFile(join(folder, `media-${media.length}`), bytes);
    media.push({ fileName, originalName });
  });
  const heads: CheckedHead[] = [];
  const codes = new UsedCodes();
  let part: CheckedQuestion[] = [];
  let parts = 0;
  let told = 0;
  for (const [at, question] of questions.entries()) {
    const checked = codes.withOwnCode(checkedQuestion(await kept.placedIn(question, lines)), lines);
    for (const what of checked.problems) lines.push(rejected(checked.place, what, '请修改后重新导入'));
    heads.push(headOf(checked));
    part.push(checked);
    if (part.length === PREVIEW_PAGE || at === questions.length - 1) {
      await writeFile(join(folder, `part-${parts}`), JSON.stringify(part));
      parts += 1;
      part = [];
    }
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    await writeFile(join(folder, PROGRESS_FILE), `${at + 1}/${questions.length}`);
  }
  return { format, lines, heads, parts, media };
}

runIsolatedWork<ReadingOrder>(async (order) => {
  try {
    return { result: await work(order) };
  } catch (error) {
    // Only the message of an error reaches the other side.
    if (error instanceof AppError) return { message: error.message };
    throw error;
  }
});
