// Load with a ledger: what the servers acknowledged has to be there afterwards, whatever happened to the engines meanwhile.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE, WORDS } from '../../contract/error.ts';
import { send } from './client.mjs';

const UNAVAILABLE = WORDS[CODE.unavailable];
const PAUSE_MS = 25;

/** An answer that is right, or one that says honestly that the service is not there now. */
const verdict = (answer) => {
  if (answer.status === 200 && (answer.json === null || answer.json.code === 200)) return 'done';
  if (answer.status === 503 && answer.json?.code === 503 && answer.json.msg === UNAVAILABLE) return 'said so';
  return 'wrong';
};

/** A one-pixel picture whose bytes differ each time: a text file is kept as it is. */
const smallFile = () => Buffer.from(`kept ${randomUUID()}`);

/**
 * Runs readers and an editor against `origin` until `stop`. `book` is a free work: `{ publishId, editionId }`. Returns `answers`, each with kind, verdict and
 * milliseconds, and `lost`, which looks for every acknowledged write.
 */
export function startLoad({ origin, readers, editor, book }) {
  const answers = [];
  const positions = new Map();
  const notes = new Map();
  const files = [];
  const life = { going: true };
  const note = (kind, answer) => {
    const what = verdict(answer);
    const words = `${answer.status} ${answer.json?.msg ?? answer.error ?? answer.bytes.toString().slice(0, 80)}`;
    answers.push({ kind, verdict: what, ms: answer.ms, at: performance.now(), words });
    return what === 'done';
  };
  const loop = async (work) => {
    while (life.going) {
      await work();
      await pause(PAUSE_MS);
    }
  };
  let clock = Date.now();

  const turnPages = (reader) => async () => {
    const mine = (clock += 1);
    const place = { ...book, cfi: 'epubcfi(/6/2!/4/2)', percent: (mine % 10_000) / 100, documentIndex: 0, device: reader.userName, clock: mine };
    if (note('progress', await reader.send('PUT', '/prod-api/info/progress', { body: place }))) positions.set(reader, mine);
  };
  const writeNotes = (reader) => async () => {
    const clientId = randomUUID();
    const object = {
      kind: 'mark',
      clientId,
      base: 0,
      clock: (clock += 1),
      deleted: false,
      ...book,
      documentIndex: 0,
      chapterTitle: '一',
      cfi: 'epubcfi(/6/2!/4/2)',
      text: '灯',
      before: '',
      after: '',
      type: 'note',
      note: clientId,
      colour: 'blue',
      percent: 1,
      settle: false,
    };
    const body = { deviceId: `cluster-${reader.userName}`, device: '负载', cursor: Number.MAX_SAFE_INTEGER, objects: [object] };
    if (note('note', await reader.send('POST', '/prod-api/info/annotation/sync', { body }))) notes.set(clientId, reader);
  };
  const uploadFiles = async () => {
    const bytes = smallFile();
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'kept.txt');
    const answer = await editor.send('POST', '/prod-api/common/upload', { body: form });
    if (note('file', answer)) files.push({ fileName: answer.json.fileName, bytes });
    // The product allows one person sixty files a minute.
    await pause(1_100);
  };
  const readList = async () => void note('list', await send(origin, 'GET', '/prod-api/cms/publish/queryPublishList?pageNum=1&pageSize=10'));
  const readBook = async () =>
    void note('book file', await send(origin, 'GET', `/books/${book.publishId}/${book.editionId}/book.json`, { raw: true }));

  const running = [
    ...readers.map((reader, index) => loop(index % 2 === 0 ? turnPages(reader) : writeNotes(reader))),
    loop(uploadFiles),
    loop(readList),
    loop(readBook),
  ];
  return {
    answers,
    acknowledged: () => answers.filter(({ kind, verdict: what }) => what === 'done' && ['progress', 'note', 'file'].includes(kind)).length,
    async stop() {
      life.going = false;
      await Promise.all(running);
    },
    /** The acknowledged writes that are not there, each in words. */
    async lost() {
      const missing = [];
      for (const [reader, mine] of positions) {
        const { data } = await reader.call('GET', `/info/progress?publishId=${book.publishId}`);
        if ((data?.clock ?? 0) < mine) missing.push(`progress of ${reader.userName}`);
      }
      const readersWithNotes = new Set(notes.values());
      for (const reader of readersWithNotes) {
        const kept = new Set();
        for (let cursor = 0, more = true; more; ) {
          const body = { deviceId: `cluster-${reader.userName}`, device: '负载', cursor, objects: [] };
          const { data } = await reader.call('POST', '/info/annotation/sync', body);
          for (const change of data.changes) kept.add(change.clientId);
          more = data.more;
          cursor = data.cursor;
        }
        for (const [clientId, owner] of notes) if (owner === reader && !kept.has(clientId)) missing.push(`note ${clientId}`);
      }
      for (const { fileName, bytes } of files) {
        const answer = await editor.send('GET', `/prod-api/common/download/resource?resource=${encodeURIComponent(fileName)}`, { raw: true });
        if (!answer.bytes.equals(bytes)) missing.push(`file ${fileName}: ${answer.status}`);
      }
      return missing;
    },
  };
}

/** The number, the slowest and the worst of some answers, for a line of the report. */
export function summary(answers) {
  const wrong = answers.filter((one) => one.verdict === 'wrong');
  const slowest = answers.reduce((most, one) => Math.max(most, one.ms), 0);
  const words = new Map();
  for (const { kind, words: said } of wrong) words.set(`${kind}: ${said}`, (words.get(`${kind}: ${said}`) ?? 0) + 1);
  return {
    count: answers.length,
    wrong: wrong.length,
    said: answers.filter((one) => one.verdict === 'said so').length,
    slowest,
    words: [...words].map(([text, n]) => `${n}× ${text}`),
  };
}
