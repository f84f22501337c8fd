import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import yazl from 'yazl';
import type { OwnField, OwnValues } from '../../contract/catalog/program-field.ts';
import { ROUND_NAMES } from '../../contract/contest/contest-limits.ts';
import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import type { ScoreItem } from '../../contract/contest/scoring.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { sendSheet } from '../crud/crud-export.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { assertNotInvolved } from './contest-person.service.ts';
import { authorsText, contestIn, criteriaOf } from './contest-rows.ts';
import { everyFieldOf } from './contest-field.service.ts';
import { shownValue } from '../catalog/program-field.service.ts';
import { exportedFiles, exportedTasks, submittedEntries } from './contest-export.queries.ts';
import { roundsOf } from './contest.queries.ts';

const EXPORTS: RateLimit = { name: 'contest-export', points: 6, windowMs: 60_000, message: '您导出得太频繁了，请一分钟后再试' };

/** A name that is valid in every file system. */
const safe = (name: string): string => name.replace(/[\\/:*?"<>|\r\n]/g, '_').slice(0, 80);

/** Sends the files of all submitted entries as one zip while they are read; one folder for each entry, with its number and title. */
export async function sendWorks(caller: RequestCaller, reply: FastifyReply, contestId: number): Promise<FastifyReply> {
  const { context, currentUser } = caller;
  await rateLimit(context, EXPORTS, String(currentUser.userId));
  await assertNotInvolved(context.db, contestId, currentUser, 'authors');
  const contest = await withOperationLog(caller, { title: '大赛作品', business: 'export' }, (tx) => contestIn(tx, contestId));
  const files = await exportedFiles(context.db, contestId);
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  (zip.outputStream as NodeJS.ReadableStream).pipe(out);
  const failedWith = (error: unknown): void => void out.destroy(error as Error);
  (zip as NodeJS.EventEmitter).on('error', failedWith);
  const folders = new Map<string, number>();
  void (async () => {
    for (const file of files) {
      const path = `${safe(file.groupName)}/${safe(`${file.submitNo} ${file.title}`)}/${safe(file.fileName)}`;
      const before = folders.get(path) ?? 0;
      folders.set(path, before + 1);
      const stream = await context.files.read(file.fileKey);
      const ended = new Promise<void>((resolve, reject) => {
        stream.once('close', resolve);
        stream.once('end', resolve);
        stream.once('error', reject);
      });
      zip.addReadStream(stream, before === 0 ? path : path.replace(/(\.\w+)?$/, `-${before + 1}$1`), { compress: false });
      // One open file at a time.
      await ended;
    }
    zip.end();
  })().catch(failedWith);
  const name = encodeURIComponent(`${safe(contest.title)}-作品.zip`);
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-encoding': 'identity',
    })
    .send(out);
}

const score = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100);

/** The cell of a custom field: a number for a number field, otherwise text. */
const cell = (field: OwnField, values: OwnValues): string | number | null =>
  field.component === 'number' ? ((values[field.fieldKey] as number | undefined) ?? null) : shownValue(field, values);

/** Sends a workbook: entries with their places, and one sheet for each round with every submitted score. */
export async function sendScores(caller: RequestCaller, reply: FastifyReply, contestId: number): Promise<FastifyReply> {
  const { context, currentUser } = caller;
  await rateLimit(context, EXPORTS, String(currentUser.userId));
  await assertNotInvolved(context.db, contestId, currentUser, 'scores');
  const contest = await withOperationLog(caller, { title: '大赛评分', business: 'export' }, (tx) => contestIn(tx, contestId));
  const rounds = await roundsOf(context.db, contestId);
  const entries = await submittedEntries(context.db, contestId);
  const fields = await everyFieldOf(context.db, contestId);
  return sendSheet(reply, `${safe(contest.title)}-评分`, async (book) => {
    await book.begin('名次');
    await book.row(['作品编号', '组别', '作品', '作者', '状态', '名次', '最终得分', '奖项', '提交时间', ...fields.map(({ label }) => label)]);
    for (const row of entries)
      await book.row([
        row.submitNo,
        row.groupName,
        row.title,
        authorsText(row.nickName, row.team),
        contestSubmitMachine.states[row.status].label,
        row.rank || null,
        score(row.finalScore),
        row.awardName,
        wireTime(row.submittedAt),
        ...fields.map((field) => cell(field, JSON.parse(row.ext) as OwnValues)),
      ]);
    for (const round of rounds) {
      const criteria = criteriaOf(round);
      await book.begin(ROUND_NAMES[round.roundType]);
      await book.row(['作品编号', '组别', '作品', '评委', '结论', ...criteria.map(({ name }) => name), '总分', '评语', '提交时间']);
      for (const task of await exportedTasks(context.db, round.id)) {
        const items = new Map((JSON.parse(task.items) as ScoreItem[]).map((item) => [item.key, item.score / 10]));
        await book.row([
          task.submitNo,
          task.groupName,
          task.title,
          task.nickName,
          task.result === 'pass' ? '通过' : task.result === 'fail' ? '不通过' : '',
          ...criteria.map(({ key }) => items.get(key) ?? null),
          score(task.total),
          task.comment,
          wireTime(task.submittedAt),
        ]);
      }
    }
  });
}
