import type { Station } from '../../contract/manuscript/press-user.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import type { Bearer, TestContext } from './test-context.ts';

const STAFF = {
  author: { roles: ['author'] },
  author2: { roles: ['author'] },
  manager: { roles: ['works_admin', 'press_manager'], station: 'press_manager', qualification: '编辑' },
  editor: { roles: ['works_admin', 'editor'], station: 'editor', qualification: '编辑' },
  editor2: { roles: ['works_admin', 'editor'], station: 'editor', qualification: '编辑' },
  outsider: { roles: ['editor'], station: 'editor', qualification: '编辑' },
  section: { roles: ['works_admin', 'section_editor'], station: 'section_editor', qualification: '副编审' },
  chief: { roles: ['works_admin', 'chief_editor'], station: 'chief_editor', qualification: '编审' },
  proof1: { roles: ['works_admin', 'proofreader'], station: 'proofreader', qualification: '校对员' },
  proof2: { roles: ['works_admin', 'proofreader'], station: 'proofreader', qualification: '校对员' },
  proof3: { roles: ['works_admin', 'proofreader'], station: 'proofreader', qualification: '一级校对' },
  typesetter: { roles: ['works_admin', 'typesetter'], station: 'typesetter', qualification: '技术编辑' },
  archivist: { roles: ['works_admin', 'archivist'], station: 'archivist', qualification: '编辑' },
} as const satisfies Readonly<Record<string, { roles: readonly string[]; station?: Station; qualification?: string }>>;
export type StaffName = keyof typeof STAFF;

/** An answer of the server, before a test says what it expects. */
export interface Answer {
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
  readonly data: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly rows: any[];
  readonly total: number;
}

export interface PressStaff {
  readonly ids: Readonly<Record<StaffName, number>>;
  readonly as: Readonly<Record<StaffName, Bearer>>;
  /** Sends a request and returns the envelope. */
  ask(who: StaffName | Bearer, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** A submitted manuscript of `author`, with 560 characters of text. Kind `other` needs no topic. */
  submitted(kind?: string, title?: string): Promise<number>;
  /** Writes a state directly, for tests of a later stage. */
  put(archiveId: number, columns: object): Promise<void>;
  stateOf(archiveId: number): Promise<string>;
}

export const SUMMARY =
  '一盏灯守着一座桥，守桥的人换了三代。书里写他们怎样在雨夜里点灯，怎样送走过桥的人，又怎样等他们回来，一直等到桥边长出新的街道。';

/** Seeds the default roles and menus, and one person for each role of the editorial pipeline with the qualification that it needs. */
export async function pressStaff(town: TestContext): Promise<PressStaff> {
  const { db } = town.context;
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const ids = {} as Record<StaffName, number>;
  const as = {} as Record<StaffName, Bearer>;
  for (const [name, person] of Object.entries(STAFF) as [StaffName, { roles: readonly string[]; station?: string; qualification?: string }][]) {
    ids[name] = await town.addUser({ userName: name, roles: person.roles });
    await db.updateTable('user').set({ realNameStatus: 'verified', realName: name }).where('id', '=', ids[name]).execute();
    as[name] = await town.as(name);
    if (person.station)
      await db
        .insertInto('pressUser')
        .values({
          userId: ids[name],
          station: person.station,
          qualification: person.qualification ?? '',
          certNo: person.station === 'editor' ? `Z${ids[name]}` : '',
          createTime: 1,
          updateTime: 1,
        })
        .execute();
  }
  const ask: PressStaff['ask'] = async (who, method, path, body) =>
    (
      await town.app.inject({ method, url: `/prod-api${path}`, headers: typeof who === 'string' ? as[who] : who, ...(body ? { payload: body } : {}) })
    ).json<Answer>();
  return {
    ids,
    as,
    ask,
    async submitted(kind = 'other', title = '桥上的灯') {
      const authors = [{ name: '何语', role: '著', share: 10_000, userId: ids.author }];
      const made = await ask('author', 'POST', '/cms/archive/mine', { title, kind, summary: SUMMARY, authors });
      const { archiveId } = made.data as { archiveId: number };
      await ask('author', 'PUT', '/cms/archive/content', { archiveId, content: `<p>${'桥上的灯亮了。'.repeat(80)}</p>`, revision: 0 });
      await ask('author', 'POST', `/cms/archive/submit/${archiveId}`);
      // Tests count the versions that they store; an upload would make this text the first one.
      await db.updateTable('manuscriptText').set({ unsaved: '0' }).where('archiveId', '=', archiveId).execute();
      return archiveId;
    },
    async put(archiveId, columns) {
      await db
        .updateTable('manuscript')
        .set(columns as never)
        .where('id', '=', archiveId)
        .execute();
    },
    stateOf: async (archiveId) => (await db.selectFrom('manuscript').select('status').where('id', '=', archiveId).executeTakeFirstOrThrow()).status,
  };
}
