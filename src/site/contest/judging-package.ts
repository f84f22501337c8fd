import { del, entries, get, keys, set } from 'idb-keyval';
import { proxy } from 'valtio/vanilla';
import { taskFile, taskPackage, taskText, submitTask, type JudgeTask, type TaskText, type WorkFile } from '../../../contract/contest/judge-task.ts';
import { CODE } from '../../../contract/error.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../../contract/limits.ts';
import { call, CallError, isOffline, request } from '../../api/call.ts';
import { keepCode } from '../../downloads/offline-code.ts';
import { personOfToken } from '../../session/session.store.ts';
import { deviceStore, withTimeout } from '../../storage/device-store.ts';
import { reportIfFull } from '../../storage/storage-full.ts';
import { aloneAs, createOutbox } from '../../sync/outbox.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { refreshTasks } from './judge-queries.ts';

/** Tasks, files, drafts and unsent scores of a judge on this device, each below the id of the user. Their end: `src/storage/registry.ts`. */
const store = deviceStore('shuzhou-judging', 'judging');

export interface TaskPlace {
  readonly contestId: number;
  readonly roundType: number;
  readonly submitId: number;
  readonly calibration: '0' | '1';
}

export interface TaskDraft {
  readonly result: '' | 'pass' | 'fail';
  /** Tenths of a point by criterion. */
  readonly scores: Readonly<Record<string, number>>;
  readonly comment: string;
}

interface Queued extends TaskPlace {
  readonly key: string;
  readonly draft: TaskDraft;
  readonly title: string;
  readonly at: number;
  /** Why the server refused it; the draft stays readable. */
  readonly refused?: string;
}

const placeKey = ({ contestId, roundType, submitId, calibration }: TaskPlace): string => `${contestId}-${roundType}-${calibration}-${submitId}`;
const address = (userId: number, kind: 'task' | 'file' | 'text' | 'draft' | 'queue' | 'round', key: string | number): string =>
  `${userId} ${kind} ${key}`;

/** What the screens show of the package and of the queue. */
export const judging = proxy<{
  queued: number;
  refused: { title: string; why: string }[];
  saving: { done: number; all: number } | null;
  savedAt: number;
}>({
  queued: 0,
  refused: [],
  saving: null,
  savedAt: 0,
});

const read = <T>(key: string): Promise<T | undefined> => withTimeout(get<T>(key, store), undefined);

export const readTask = (userId: number, place: TaskPlace): Promise<JudgeTask | undefined> => read(address(userId, 'task', placeKey(place)));
export const readTaskDraft = (userId: number, place: TaskPlace): Promise<TaskDraft | undefined> => read(address(userId, 'draft', placeKey(place)));
/** Returns whether the device has taken the draft. */
export const saveTaskDraft = (userId: number, place: TaskPlace, draft: TaskDraft): Promise<boolean> =>
  set(address(userId, 'draft', placeKey(place)), draft, store).then(
    () => true,
    (error: unknown) => {
      reportIfFull(error);
      return false;
    },
  );
export const dropTaskDraft = (userId: number, place: TaskPlace): Promise<void> =>
  del(address(userId, 'draft', placeKey(place)), store).catch(() => undefined);

/** The tasks of a round that are on this device, in their order. */
export async function storedTasks(userId: number, contestId: number, roundType: number): Promise<JudgeTask[]> {
  const taskKeys = (await read<string[]>(address(userId, 'round', `${contestId}-${roundType}`))) ?? [];
  const tasks = await Promise.all(taskKeys.map((key) => read<JudgeTask>(key)));
  return tasks.filter((task): task is JudgeTask => task !== undefined);
}

/** All tasks on this device; of one round type where it is given, else of the rounds with scores. */
export async function allStoredTasks(userId: number, roundType: 1 | null): Promise<JudgeTask[]> {
  const rounds = (await withTimeout(keys<string>(store), [])).filter((key) => key.startsWith(address(userId, 'round', '')));
  const tasks = await Promise.all(
    rounds.map((key) => {
      const [contestId = 0, type = 0] = (key.split(' ')[2] ?? '').split('-').map(Number);
      return (type === 1) === (roundType === 1) ? storedTasks(userId, contestId, type) : [];
    }),
  );
  return tasks.flat();
}

/** The screens of judging open without a network from now on; with the reader of files where a round is stored. */
export async function keepJudgingCode(userId: number): Promise<void> {
  const rounds = (await withTimeout(keys<string>(store), [])).some((key) => key.startsWith(address(userId, 'round', '')));
  await keepCode(rounds ? 'round' : 'judging');
}

async function fetchBlob(fileId: number): Promise<Blob> {
  const { data, headers } = await request({
    method: taskFile.method,
    path: taskFile.path.replace('{fileId}', String(fileId)),
    responseType: 'blob',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  const blob = data as Blob;
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return blob;
  const { code = CODE.failed, msg = '文件打不开' } = JSON.parse(await blob.text()) as { code?: number; msg?: string };
  throw new CallError(code, msg);
}

/** The anonymous copy of a file: from this device when it is saved, else from the server. */
export async function workBlob(userId: number, { fileId }: Pick<WorkFile, 'fileId'>): Promise<Blob> {
  return (await read<Blob>(address(userId, 'file', fileId))) ?? fetchBlob(fileId);
}

export async function workText(userId: number, { fileId }: Pick<WorkFile, 'fileId'>): Promise<TaskText> {
  return (await read<TaskText>(address(userId, 'text', fileId))) ?? call(taskText, { params: { fileId } });
}

const PAGE = 50;
const NO_SCREENS = '评审的页面没有存到本机，断网时会打不开。请检查网络，刷新后再存一次';
const hasText = ({ kind }: WorkFile): boolean => kind === 'document' || kind === 'book';

/** Saves every task of a round with its files, so that judging continues without a network. Files that are here are not fetched again. */
export async function saveRound(userId: number, contestId: number, roundType: number): Promise<{ tasks: number; missing: number }> {
  const tasks: JudgeTask[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await call(taskPackage, { query: { contestId, roundType, pageNum, pageSize: PAGE } });
    tasks.push(...page.rows);
    if (pageNum * PAGE >= page.total) break;
  }
  const files = tasks.flatMap((task) => task.files);
  judging.saving = { done: 0, all: files.length + 1 };
  let missing = 0;
  try {
    if (!(await keepCode('round'))) throw new CallError(CODE.failed, NO_SCREENS);
    for (const file of files) {
      const key = hasText(file) ? address(userId, 'text', file.fileId) : address(userId, 'file', file.fileId);
      if ((await read(key)) === undefined) {
        const content = hasText(file) ? call(taskText, { params: { fileId: file.fileId } }) : fetchBlob(file.fileId);
        await content
          .then((value) => set(key, value, store))
          .catch((error: unknown) => {
            if (isOffline(error)) throw error;
            missing += 1;
          });
      }
      if (judging.saving) judging.saving.done += 1;
    }
    const taskKeys = tasks.map((task) => address(userId, 'task', placeKey({ ...task, calibration: task.calibration ? '1' : '0' })));
    for (const [at, task] of tasks.entries()) await set(taskKeys[at] ?? '', task, store);
    await set(address(userId, 'round', `${contestId}-${roundType}`), taskKeys, store);
    judging.savedAt = Date.now();
  } finally {
    judging.saving = null;
  }
  return { tasks: tasks.length, missing };
}

const itemsOf = ({ scores }: TaskDraft) => Object.entries(scores).map(([key, score]) => ({ key, score }));
export const bodyOf = (place: TaskPlace, draft: TaskDraft) => ({ ...place, result: draft.result, comment: draft.comment, items: itemsOf(draft) });

/** Updates the stored task, so that the list and the next task are right without a network. */
async function markSubmitted(userId: number, place: TaskPlace, draft: TaskDraft): Promise<void> {
  const key = address(userId, 'task', placeKey(place));
  const task = await read<JudgeTask>(key);
  if (task)
    await set(key, { ...task, status: 'submitted', result: draft.result, items: itemsOf(draft), comment: draft.comment }, store).catch(
      () => undefined,
    );
}

/** Names one submission of a score: the server takes it once, however often it is sent. */
export const scoreKey = (place: TaskPlace): string => `${placeKey(place)}-${newUuid()}`;

/** Puts a score into the queue; it is sent once, whatever happens to the answer, by its key. */
export async function queueScore(userId: number, place: TaskPlace, draft: TaskDraft, title: string, key = scoreKey(place)): Promise<void> {
  await set(address(userId, 'queue', placeKey(place)), { ...place, key, draft, title, at: Date.now() } satisfies Queued, store);
  await markSubmitted(userId, place, draft);
  await countQueue(userId);
  outbox.wake();
}

async function queueOf(userId: number): Promise<[string, Queued][]> {
  const all = await withTimeout(entries<string, Queued>(store), []);
  return all.filter(([key]) => key.startsWith(`${userId} queue `)).toSorted(([, a], [, b]) => a.at - b.at);
}

export async function countQueue(userId: number): Promise<void> {
  const queue = await queueOf(userId);
  judging.queued = queue.filter(([, { refused }]) => refused === undefined).length;
  judging.refused = queue.flatMap(([, { refused, title }]) => (refused === undefined ? [] : [{ title, why: refused }]));
}

/** A score that the server will never take: it has read the score and gives a reason. Its business codes have five digits. */
const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && !error.byStatus && (error.code >= 10_000 || error.code === CODE.invalid || error.code === CODE.missing);

const outbox = createOutbox({
  alone: aloneAs('shuzhou-judging'),
  round: async (went) => {
    const userId = personOfToken();
    if (userId === null) return 'done';
    let later = false;
    for (const [at, one] of await queueOf(userId)) {
      if (one.refused !== undefined) continue;
      try {
        await call(submitTask, { body: { ...bodyOf(one, one.draft), key: one.key } });
        went();
        await del(at, store);
        await dropTaskDraft(userId, one);
      } catch (error) {
        if (isRefused(error)) await set(at, { ...one, refused: error.message }, store);
        else {
          later = true;
          break;
        }
      }
    }
    await countQueue(userId);
    await refreshTasks();
    return later ? 'later' : 'done';
  },
});
addEventListener('online', () => outbox.wake());

export const sendQueued = (): void => outbox.wake();

/** Forgets the scores that were refused; their drafts stay. */
export async function forgetRefused(userId: number): Promise<void> {
  for (const [key, { refused }] of await queueOf(userId)) if (refused !== undefined) await del(key, store);
  await countQueue(userId);
}
