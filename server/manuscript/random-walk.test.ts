import { afterAll, beforeAll, expect, test } from 'vitest';
import { limit } from '../../tests/support/machine-speed.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { COMPOSITION_EVENTS, compositionMachine } from '../../contract/composition/composition.machine.ts';
import { BACK_TARGETS, manuscriptMachine, STAFF_EVENTS, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { PROOF_EVENTS, proofMachine } from '../../contract/proof/proof.machine.ts';
import { PROTOCOL_STAFF_EVENTS, protocolMachine } from '../../contract/protocol/protocol.machine.ts';
import { REVIEW_EVENTS, reviewMachine } from '../../contract/review/review.machine.ts';
import type { StateMachine } from '../../contract/state-machine.ts';
import { addVersion } from './version/manuscript-version.service.ts';

/** `WALK_STEPS=10000` walks further. */
const STEPS = Number(process.env['WALK_STEPS'] ?? 1500);
const MANUSCRIPTS = 5;
const CHECK_EVERY = 250;
const OPINION =
  '稿件立意清楚，材料翔实，叙述有节制；第二部分的时间线请再核对一遍，个别引文需要注明出处，图表编号也请统一，其余没有意见，同意送下一级审读。';

let town: TestContext;
let staff: PressStaff;
const manuscripts: number[] = [];
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  for (let n = 0; n < MANUSCRIPTS; n += 1) manuscripts.push(await staff.submitted('other', `漫步${n}`));
}, limit(60_000));
afterAll(() => town.close());

/** Reproducible numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = numbers(20_261_127);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const PEOPLE: readonly StaffName[] = [
  'author',
  'manager',
  'editor',
  'editor2',
  'outsider',
  'section',
  'chief',
  'proof1',
  'proof2',
  'proof3',
  'typesetter',
  'archivist',
];
/** Mostly a person who could take the step. */
const someone = (...likely: StaffName[]): StaffName => (random() < 0.85 ? pick(likely) : pick(PEOPLE));
const idOf = (...names: StaffName[]): number => staff.ids[pick(names)];

const ENTITIES = [
  ['manuscript', manuscriptMachine],
  ['review', reviewMachine],
  ['protocol', protocolMachine],
  ['composition', compositionMachine],
  ['proofread', proofMachine],
] as const satisfies readonly (readonly [string, StateMachine])[];
type Entity = (typeof ENTITIES)[number][0];
const machineOf = (entity: Entity): StateMachine => (ENTITIES.find(([name]) => name === entity) ?? ENTITIES[0])[1];

const rowsOf = (entity: Entity) =>
  town.context.db
    .selectFrom(entity)
    .select(['id', 'status'])
    .$if(entity !== 'manuscript', (query) => query.where('archiveId' as never, 'in', manuscripts as never))
    .execute();
const stateOf = async (entity: Entity, id: number): Promise<string> =>
  (await town.context.db.selectFrom(entity).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

const NAME: Readonly<Record<number, StaffName>> = {};
const nameOf = (userId: number | null): StaffName =>
  userId === null ? 'manager' : ((PEOPLE.find((name) => staff.ids[name] === userId) ?? NAME[userId] ?? 'manager') as StaffName);

/** What people do beside the steps: a report, page data, a proof, ticks, a new version. Without it most steps would fail at a guard. */
async function prepare(): Promise<void> {
  const { db } = town.context;
  await db.updateTable('review').set({ politics: 'ok', quality: '[8,8,8,8]', opinion: OPINION }).where('status', '=', 'reviewing').execute();
  const layout = { format: '185×260', sheetPages: 16, charsPerLine: 28, linesPerPage: 29, pages: 256, priceFen: 5800 };
  const file = Math.floor(random() * 1_000_000) + 1;
  await db
    .updateTable('composition')
    .set({ ...layout, proofFileId: file })
    .where('status', 'in', ['setting', 'correcting'])
    .execute();
  await db.updateTable('editTask').set({ completeness: '[1,1,1]' }).execute();
  await db.updateTable('stageTask').set({ doneAt: 1, doneBy: 1 }).execute();
  await db.updateTable('protocol').set({ royaltyBp: 800 }).where('status', 'in', ['draft', 'returned']).execute();
  const archiveId = pick(manuscripts);
  const text = `第${Math.floor(random() * 1_000_000)}稿`;
  await addVersion(town.context, { userId: staff.ids.author, userName: 'author' } as never, archiveId, {
    type: 'txt',
    bytes: Buffer.from(text),
    text,
    source: 'author',
    note: '',
  });
}

interface Step {
  readonly entity: Entity;
  readonly id: number;
  readonly event: string;
  readonly code: number;
}

type ManuscriptStep = (typeof STAFF_EVENTS)[number] | 'submit' | 'resubmit' | 'withdraw' | 'askRestore' | 'assign';
const USUAL: Readonly<Partial<Record<ManuscriptState, readonly ManuscriptStep[]>>> = {
  draft: ['submit'],
  submitted: ['assign'],
  assigned: ['startAudit'],
  revising: ['resubmit'],
  editing: ['finishEdit', 'revise'],
  held: ['resume'],
  rejected: ['undoReject'],
  withdrawn: ['askRestore', 'undoWithdraw'],
};
const ENDS: ReadonlySet<string> = new Set(['withdraw', 'reject', 'hold', 'archiveIt']);

async function transitionManuscript(): Promise<Step> {
  const id = pick(manuscripts);
  const state = (await stateOf('manuscript', id)) as ManuscriptState;
  const own = ['submit', 'resubmit', 'withdraw', 'askRestore'] as const;
  const usual = pick(USUAL[state] ?? ['backTo' as const]);
  const chosen = random() < 0.7 ? usual : pick([...STAFF_EVENTS, ...own, 'assign' as const]);
  // A manuscript that always ends early meets few other states.
  const event = ENDS.has(chosen) && random() < 0.8 ? usual : chosen;
  if ((own as readonly string[]).includes(event)) {
    const answer =
      event === 'submit'
        ? await staff.ask(someone('author'), 'POST', `/cms/archive/submit/${id}`)
        : await staff.ask(someone('author'), 'PUT', `/cms/archive/mine/${event}/${id}`);
    return { entity: 'manuscript', id, event, code: answer.code };
  }
  if (event === 'assign') {
    const { code } = await staff.ask(someone('manager'), 'POST', '/press/editor/assign', { archiveId: id, editorId: idOf('editor', 'editor2') });
    return { entity: 'manuscript', id, event, code };
  }
  const body = {
    reason: OPINION,
    to: pick(BACK_TARGETS[state] ?? ['editing' as const]),
    editorId: idOf('editor', 'editor2'),
    reasonType: '版权',
    letter: null,
  };
  const { editorId } = await town.context.db.selectFrom('manuscript').select('editorId').where('id', '=', id).executeTakeFirstOrThrow();
  const who = event === 'backTo' ? someone('manager') : someone('manager', 'chief', nameOf(editorId), nameOf(editorId), 'archivist');
  return { entity: 'manuscript', id, event, code: (await staff.ask(who, 'PUT', `/cms/archive/${event}/${id}`, body)).code };
}

/** Rows in which little can happen are left out most of the time. */
const mostly = (state: string): string[] => (random() < 0.85 ? [state] : []);

const newest = async (entity: 'review' | 'protocol' | 'composition' | 'proofread', final: readonly string[]) => {
  const rows = await town.context.db
    .selectFrom(entity)
    .selectAll()
    .where('archiveId', 'in', manuscripts)
    .where('status' as never, 'not in', final as never)
    // Without an order a database may return the rows in another order, and the walk would not be reproducible.
    .orderBy('id' as never)
    .execute();
  return rows.length === 0 ? null : pick(rows as unknown as readonly Readonly<Record<string, number | string | null>>[]);
};
const editorOf = async (archiveId: number): Promise<StaffName> =>
  nameOf((await town.context.db.selectFrom('manuscript').select('editorId').where('id', '=', archiveId).executeTakeFirstOrThrow()).editorId);

async function transitionReview(): Promise<Step | null> {
  const row = await newest('review', ['revise', 'rejected', 'cancelled', ...mostly('adopted')]);
  if (!row) return null;
  const event = random() < 0.5 ? 'submitAdopt' : pick(REVIEW_EVENTS);
  const doing = row['status'] === 'pending' ? 'assign' : row['status'] === 'assigned' && random() < 0.7 ? 'accept' : event;
  const likely =
    row['level'] === 'one'
      ? (['editor', 'editor2', 'outsider'] as const)
      : row['level'] === 'two'
        ? (['section', 'chief'] as const)
        : (['chief', 'section'] as const);
  const who = doing === 'assign' || doing === 'transfer' ? someone('manager') : someone(nameOf(row['auditorId'] as number | null));
  const body = { reason: OPINION, auditorId: staff.ids[pick(likely)], readWhole: true, letter: null };
  const { code } = await staff.ask(who, 'PUT', `/press/audit/${doing}/${row['id']}`, body);
  return { entity: 'review', id: Number(row['id']), event: doing, code };
}

async function transitionProtocol(): Promise<Step | null> {
  const row = await newest('protocol', ['terminated', 'expired', 'cancelled', ...mostly('effective')]);
  if (!row) return null;
  const id = Number(row['id']);
  if (row['status'] === 'wait_author' && random() < 0.8) {
    const event = random() < 0.8 ? 'signA' : 'rejectA';
    const { code } = await staff.ask(someone('author'), 'PUT', `/press/protocol/sign/${id}`, { event, reason: '版税率要再商量' });
    return { entity: 'protocol', id, event, code };
  }
  const usual = { draft: 'submit', returned: 'submit', checking: 'approve', wait_press: 'signB' }[String(row['status'])];
  const event = usual && random() < 0.7 ? usual : pick(PROTOCOL_STAFF_EVENTS.filter((one) => one !== 'terminate'));
  const who = someone(event === 'submit' ? await editorOf(Number(row['archiveId'])) : event === 'signB' ? 'chief' : 'manager');
  const { code } = await staff.ask(who, 'PUT', `/press/protocol/${event}/${id}`, { reason: '请再改改条款', confirmed: true });
  return { entity: 'protocol', id, event, code };
}

async function transitionComposition(): Promise<Step | null> {
  const row = await newest('composition', ['released', 'cancelled', ...mostly('final')]);
  if (!row) return null;
  const usual = { pending: 'send', sent: 'accept', setting: 'deliver', correcting: 'deliver', delivered: 'finalise', final: 'release' }[
    String(row['status'])
  ];
  const event = usual && random() < 0.7 ? usual : pick(COMPOSITION_EVENTS);
  const byTypesetter = event === 'accept' || event === 'deliver';
  const who = someone(byTypesetter ? 'typesetter' : event === 'release' ? 'chief' : await editorOf(Number(row['archiveId'])));
  const { code } = await staff.ask(who, 'PUT', `/press/composition/${event}/${row['id']}`, { reason: '换人', typesetterId: staff.ids.typesetter });
  return { entity: 'composition', id: Number(row['id']), event, code };
}

async function transitionProof(): Promise<Step | null> {
  const row = await newest('proofread', ['passed', 'cancelled']);
  if (!row) return null;
  const usual = { pending: 'assign', assigned: 'start', proofing: 'submit', submitted: 'pass' }[String(row['status'])];
  const event = usual && random() < 0.75 ? usual : pick(PROOF_EVENTS);
  const checks = event === 'pass' || event === 'redo';
  const who = checks
    ? someone(await editorOf(Number(row['archiveId'])))
    : event === 'assign' || event === 'transfer'
      ? someone('manager')
      : someone(nameOf(row['proofreaderId'] as number | null));
  const body = { reason: '第二章漏校', proofreaderId: idOf('proof1', 'proof2', 'proof3', 'proof3'), charCount: 100_000, noErrors: true };
  const { code } = await staff.ask(who, 'PUT', `/press/proofread/${event}/${row['id']}`, body);
  return { entity: 'proofread', id: Number(row['id']), event, code };
}

/** Every logged step is one of its machine, follows the step before it, and the last one is the state of the row. */
async function rejectBroken(): Promise<void> {
  const { db } = town.context;
  for (const [entity, machine] of ENTITIES as readonly (readonly [Entity, StateMachine])[])
    for (const { id, status } of await rowsOf(entity)) {
      const log = await db.selectFrom('flowLog').selectAll().where('entityType', '=', entity).where('entityId', '=', id).orderBy('id').execute();
      let state: string | null = null;
      for (const row of log) {
        const event = machine.events[row.event];
        if (event === undefined) expect([entity, row.event, row.fromStatus]).toEqual([entity, row.event, '']);
        else {
          const to = (typeof event.to === 'string' ? [event.to] : event.to) as readonly string[];
          expect([entity, id, row.event, (event.from as readonly string[]).includes(row.fromStatus), to.includes(row.toStatus)]).toEqual([
            entity,
            id,
            row.event,
            true,
            true,
          ]);
          if (state !== null) expect([entity, id, row.event, row.fromStatus]).toEqual([entity, id, row.event, state]);
        }
        state = row.toStatus;
      }
      if (state !== null) expect([entity, id, status]).toEqual([entity, id, state]);
    }
  for (const archiveId of manuscripts) {
    const state = await stateOf('manuscript', archiveId);
    const open = await db
      .selectFrom('review')
      .select('level')
      .where('archiveId', '=', archiveId)
      .where('status', 'in', ['pending', 'assigned', 'reviewing'])
      .execute();
    const level = { audit_one: 'one', audit_two: 'two', audit_last: 'last' }[state];
    if (level) expect([state, open.map((row) => row.level)]).toEqual([state, [level]]);
    const adopted = await db
      .selectFrom('review')
      .select(['auditorId', 'round', 'level'])
      .where('archiveId', '=', archiveId)
      .where('status', '=', 'adopted')
      .execute();
    // Two levels of a round are adopted by two people; a level may be read again by the same one.
    for (const one of adopted)
      for (const other of adopted.filter(({ round, level }) => round === one.round && level !== one.level))
        expect([archiveId, one.round, one.auditorId === other.auditorId]).toEqual([archiveId, one.round, false]);
    if (state === 'editing' || state === 'composing')
      expect(
        (await db.selectFrom('protocol').select('id').where('archiveId', '=', archiveId).where('status', '=', 'effective').execute()).length,
        state,
      ).toBe(1);
  }
}

test(
  `SM01 SM04 SM05 SM06 SM07 hold together in ${STEPS} random steps, and the states that were entered are left again`,
  async () => {
    let accepted = 0;
    for (let n = 1; n <= STEPS; n += 1) {
      if (n % 3 === 0) await prepare();
      const kinds = [
        transitionManuscript,
        transitionReview,
        transitionReview,
        transitionProtocol,
        transitionProtocol,
        transitionComposition,
        transitionProof,
        transitionProof,
      ];
      const before = new Map(
        await Promise.all(ENTITIES.map(async ([entity]) => [entity, new Map((await rowsOf(entity)).map((row) => [row.id, row.status]))] as const)),
      );
      const step = await pick(kinds)();
      if (!step) continue;
      const was = before.get(step.entity)?.get(step.id) ?? '';
      const is = await stateOf(step.entity, step.id);
      const event = machineOf(step.entity).events[step.event];
      if (step.code === 200) {
        accepted += 1;
        expect([n, step.event, was, (event?.from as readonly string[] | undefined)?.includes(was)]).toEqual([n, step.event, was, true]);
      } else {
        expect([n, step.entity, step.event, step.code, is]).toEqual([n, step.entity, step.event, step.code, was]);
        expect(step.code).not.toBe(undefined);
      }
      if (n % CHECK_EVERY === 0) await rejectBroken();
    }
    await rejectBroken();
    expect(accepted).toBeGreaterThan(STEPS / 8);
    const { db } = town.context;
    for (const [entity, machine] of ENTITIES as readonly (readonly [Entity, StateMachine])[]) {
      const exits = await db.selectFrom('flowLog').select('fromStatus').distinct().where('entityType', '=', entity).execute();
      const stuck = await db.selectFrom('flowLog').select('toStatus').distinct().where('entityType', '=', entity).execute();
      const ends = stuck
        .map((row) => row.toStatus)
        .filter((state) => !exits.some((row) => row.fromStatus === state) && !machine.states[state]?.final);
      // A state that was reached last may not have been left yet.
      expect([entity, ends.length <= 3]).toEqual([entity, true]);
    }
  },
  limit(600_000),
);
