import type { FileReader } from '../../files/file-reader.ts';
import type { AppContext } from '../../context.ts';
import type { Sent } from '../../files/send-file.ts';
import { AppError, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { fileOf } from '../../system/file/file.service.ts';
import { classFor } from '../course/class-access.service.ts';
import { answersNaming } from './answer-file.queries.ts';
import { seenAttempt } from './attempt-result.service.ts';
import { attemptById, eventsOf } from './attempt.queries.ts';
import { filesIn } from './erased-answer.rule.ts';

/** A file that an answer of the attempt names, also one that was replaced later. */
export async function answerFileFor(context: AppContext, currentUser: CurrentUser, attemptId: number, fileId: number): Promise<Sent> {
  const attempt = await attemptById(context.db, attemptId);
  const { attempt: seen } = await seenAttempt(context.db, currentUser, attempt);
  const named = (await eventsOf(context.db, seen.attemptKey)).some(({ content }) =>
    filesIn((JSON.parse(content) as { readonly answer?: unknown }).answer).includes(fileId),
  );
  if (!named) throw missing('作答里没有这个文件，请刷新后重试');
  return fileOf(context, seen.userId, fileId);
}

/** Teachers and assistants of the class read the files that a student handed in as an answer. */
export const readsAnswerFile: FileReader = async ({ db }, currentUser, { id, ownerId }) => {
  const classes = new Set(
    (await answersNaming(db, ownerId, id)).flatMap(({ classId, content }) =>
      filesIn((JSON.parse(content) as { readonly answer?: unknown }).answer).includes(id) ? [classId] : [],
    ),
  );
  for (const classId of classes) {
    const may = await classFor(db, currentUser, classId, 'staff').then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (may) return true;
  }
  return false;
};
