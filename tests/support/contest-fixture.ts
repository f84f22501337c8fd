import { makeDocx, paragraph, run } from './docx-maker.ts';
import type { Answer } from './press-staff.ts';
import type { Bearer, TestContext } from './test-context.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Shanghai time of the wire. */
export const wire = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

export const CRITERIA = [
  { key: 'content', name: '内容', weight: 5000, max: 100 },
  { key: 'language', name: '语言', weight: 3000, max: 100 },
  { key: 'style', name: '表现', weight: 2000, max: 100 },
];
export const COMMENT = '立意清楚，层次分明，个别句子还可以再简洁一些。';

export interface ContestTown {
  readonly town: TestContext;
  readonly ids: Record<string, number>;
  /** Signs a new user in; `judge` and the organisers exist. */
  person(name: string, roles?: readonly string[]): Promise<void>;
  ask(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  upload(who: string, submitId: number, name: string, bytes: Buffer): Promise<Answer>;
  /** Creates a published contest that collects; rounds 1 (pass or fail) and 2 (scores). Returns its id. */
  collecting(options?: { judgesPerSubmit?: number; passQuota?: number; round2?: object; contest?: object }): Promise<number>;
  /** Creates, fills and submits an entry with one .docx; returns its id. */
  entry(who: string, contestId: number, more?: object, file?: { name: string; bytes: Buffer }): Promise<number>;
  addJudges(contestId: number, names: readonly string[], more?: object): Promise<void>;
  roundOf(contestId: number, roundType: number): Promise<number>;
  /** Moves the dates so that the contest stops collecting and `roundType` may begin now, and runs the clock. */
  toJudging(contestId: number): Promise<void>;
  clock(): Promise<void>;
  state(table: 'contest' | 'contestRound' | 'contestSubmit', id: number): Promise<string>;
}

/** Default data, the organisers `ops` and `ops2`, and helpers to walk a contest through its rounds. */
export async function contestTown(town: TestContext): Promise<ContestTown> {
  const { db } = town.context;
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const ids: Record<string, number> = {};
  const as: Record<string, Bearer> = {};
  const person = async (name: string, roles: readonly string[] = []) => {
    ids[name] = await town.addUser({ userName: name, roles });
    as[name] = await town.as(name);
  };
  await person('ops', ['ops_admin']);
  await person('ops2', ['ops_admin']);
  const ask: ContestTown['ask'] = async (who, method, path, body, headers = {}) =>
    (
      await town.app.inject({ method, url: `/prod-api${path}`, headers: { ...as[who], ...headers }, ...(body ? { payload: body } : {}) })
    ).json<Answer>();
  const upload: ContestTown['upload'] = async (who, submitId, name, bytes) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    const made = new Response(form);
    return (
      await town.app.inject({
        method: 'POST',
        url: `/prod-api/cms/contest/submit/file?submitId=${submitId}`,
        headers: { ...as[who], 'content-type': made.headers.get('content-type') ?? '' },
        payload: Buffer.from(await made.arrayBuffer()),
      })
    ).json<Answer>();
  };
  const clock = async () => {
    town.context.jobs.wake();
    await town.context.jobs.settled();
    town.context.jobs.wake();
    await town.context.jobs.settled();
  };
  let serial = 0;
  return {
    town,
    ids,
    person,
    ask,
    upload,
    clock,
    async collecting({ judgesPerSubmit = 3, passQuota = 0, round2 = {}, contest = {} } = {}) {
      const now = Date.now();
      serial += 1;
      const made = await ask('ops', 'POST', '/cms/contest', {
        title: `译灯大赛${serial}`,
        organizer: '启明外语音像出版社',
        secondId: ids['ops2'],
        groups: ['学生组'],
        intro: '<p>把一篇短文译成中文。</p>',
        rules: '<p>每人最多三件。</p>',
        awardPlan: [
          { name: '一等奖', quota: 1, prizeFen: 500_000, note: '' },
          { name: '二等奖', quota: 2, prizeFen: 200_000, note: '' },
        ],
        submitStart: wire(now - DAY),
        submitEnd: wire(now + DAY),
        maxPerUser: 3,
        fileTypes: ['docx', 'pdf', 'png', 'jpg', 'mp3', 'txt'],
        fileMaxMb: 20,
        allowTeam: '1',
        teamMax: 3,
        ...contest,
      });
      const { contestId } = made.data as { contestId: number };
      const round = { contestId, judgesPerSubmit, blind: '1', trim: '1', seeOthers: 'never', seeAuthors: '0', seeJudgeNames: '0' };
      const first = { ...round, roundType: '1', mode: 'pass_fail', criteria: [], startTime: wire(now + 2 * DAY), endTime: wire(now + 3 * DAY) };
      const second = {
        ...round,
        roundType: '2',
        mode: 'score',
        criteria: CRITERIA,
        passQuota,
        startTime: wire(now + 4 * DAY),
        endTime: wire(now + 5 * DAY),
        ...round2,
      };
      for (const one of [first, second]) {
        const answer = await ask('ops', 'POST', '/cms/contest/round', one);
        if (answer.code !== 200) throw new Error(answer.msg);
      }
      const published = await ask('ops', 'PUT', `/cms/contest/publish/${contestId}`);
      if (published.code !== 200) throw new Error(published.msg);
      await clock();
      return contestId;
    },
    async entry(who, contestId, more = {}, file) {
      const draft = { contestId, group: '学生组', title: `${who}的译文`, intro: '一篇短文。', promise: true, ...more };
      const made = await ask(who, 'POST', '/cms/contest/submit', draft);
      if (made.code !== 200) throw new Error(made.msg);
      const { submitId } = made.data as { submitId: number };
      const sent = await upload(
        who,
        submitId,
        file?.name ?? '译文.docx',
        file?.bytes ?? (await makeDocx([paragraph(run('灯亮了，桥上有人走过。'))])),
      );
      if (sent.code !== 200) throw new Error(sent.msg);
      const done = await ask(who, 'POST', `/cms/contest/submit/submit/${submitId}`);
      if (done.code !== 200) throw new Error(done.msg);
      return submitId;
    },
    async addJudges(contestId, names, more = {}) {
      for (const name of names) {
        if (ids[name] === undefined) await person(name, ['judge']);
        const answer = await ask('ops2', 'POST', '/cms/contest/judge', { contestId, userId: ids[name], roundTypes: [], groups: [], ...more });
        if (answer.code !== 200) throw new Error(answer.msg);
      }
    },
    roundOf: async (contestId, roundType) =>
      (
        await db
          .selectFrom('contestRound')
          .select('id')
          .where('contestId', '=', contestId)
          .where('roundType', '=', roundType as 1)
          .executeTakeFirstOrThrow()
      ).id,
    async toJudging(contestId) {
      const now = Date.now();
      await db
        .updateTable('contest')
        .set({ submitEnd: now - HOUR })
        .where('id', '=', contestId)
        .execute();
      await db
        .updateTable('contestRound')
        .set({ startTime: now - 1000, endTime: now + DAY })
        .where('contestId', '=', contestId)
        .execute();
      await clock();
    },
    state: async (table, id) => (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  };
}
