import { DAY_MS } from '../../../contract/clock.ts';
import type { Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { deploy } from '../../workflow/definition/flow-definition.service.ts';
import { deployed } from '../../workflow/definition/flow-graph-cache.ts';
import { startForSubject, startInstance } from '../../workflow/flow-instance.service.ts';
import { addSigners } from '../../workflow/flow-sign.service.ts';
import { completeTask, rejectTask, returnTask } from '../../workflow/flow-task.service.ts';
import { wireDate } from '../../db/clock.ts';
import { demoForms } from './workflow-forms.ts';
import { demoFlows } from './workflow-flows.ts';

const HOUR_MS = 3_600_000;

/** One step of a demo instance: who, what, which opinion, and how many hours after the step before. */
type Act =
  | readonly [userName: string, what: 'pass', opinion: string, hours: number, values?: Readonly<Record<string, unknown>>]
  | readonly [userName: string, what: 'return', opinion: string, hours: number, target: string]
  | readonly [userName: string, what: 'reject', opinion: string, hours: number]
  | readonly [userName: string, what: 'sign', opinion: string, hours: number, signer: string];

interface Instance {
  readonly flow: string;
  readonly starter: string;
  readonly daysAgo: number;
  readonly values: (day: (offset: number) => string) => Readonly<Record<string, unknown>>;
  readonly acts: readonly Act[];
}

const INSTANCES: readonly Instance[] = [
  {
    flow: '选题申报审批',
    starter: 'editor1',
    daysAgo: 40,
    values: (day) => ({
      title: '渡口英语：听懂江上的人',
      category: '外语学习',
      author: '何语',
      words: 12,
      budget: 8,
      deadline: day(120),
      reason: '以渡口为场景的听说教材，配四十段实地录音。本社已有两种同系列读物，读者来信多次问到续集。',
    }),
    acts: [
      ['section', 'pass', '选题有延续性，同意进入论证。', 20],
      ['opsadmin', 'pass', '同系列前两种回款正常，建议首印五千。', 26, { market: '同系列前两种两年销出一万一千册，渠道愿意预订。' }],
      ['tally', 'pass', '按五千册测算，保本点三千二百册。', 9],
      ['chief', 'pass', '同意。录音版权要在合同里写明。', 30],
      ['section', 'pass', '同意。', 3],
      ['chief', 'pass', '同意列选。', 22],
    ],
  },
  {
    flow: '选题申报审批',
    starter: 'editor2',
    daysAgo: 9,
    values: (day) => ({
      title: '修钟人的南方',
      category: '文学',
      author: '张雨',
      words: 18,
      budget: 6,
      deadline: day(150),
      reason: '以一位老钟表匠的口述为主线的非虚构作品，写城市里正在消失的手艺。',
    }),
    acts: [
      ['section', 'pass', '题材好，口述材料要有录音存档。', 18],
      ['opsadmin', 'pass', '文学类首印建议保守。', 40, { market: '同类作品近三年平均首印四千册。' }],
      ['tally2', 'pass', '四千册持平。', 6],
      ['worksadmin', 'pass', '同意。', 25],
    ],
  },
  {
    flow: '选题申报审批',
    starter: 'editor1',
    daysAgo: 6,
    values: (day) => ({
      title: '一百个车站的名字',
      category: '教材教辅',
      author: '吕文',
      words: 9,
      budget: 12,
      deadline: day(90),
      reason: '以站名讲解地名读音与来历的小学语文拓展读物。',
    }),
    acts: [['section', 'return', '预算偏高，请补充插图报价后再报。', 21, 'apply']],
  },
  {
    flow: '选题申报审批',
    starter: 'editor2',
    daysAgo: 3,
    values: (day) => ({
      title: '给外国朋友的方言课',
      category: '音像制品',
      author: '孔青',
      words: 6,
      budget: 15,
      deadline: day(200),
      reason: '面向来华留学生的方言听力音像课，共二十四集。',
    }),
    acts: [['section', 'pass', '方向可行，请市场和财务一并看。', 16]],
  },
  {
    flow: '请假申请',
    starter: 'editor1',
    daysAgo: 30,
    values: (day) => ({ kind: '年假', from: day(-28), to: day(-27), days: 2, reason: '带家人回乡。', substitute: '吴编辑' }),
    acts: [['section', 'pass', '同意，请把手上的二校样交接好。', 5]],
  },
  {
    flow: '请假申请',
    starter: 'proof1',
    daysAgo: 3,
    values: (day) => ({ kind: '病假', from: day(1), to: day(7), days: 5, reason: '手术后复查，需要休养。', substitute: '褚校对' }),
    acts: [['chief', 'sign', '请编务看看这一周的校对排期。', 4, 'worksadmin']],
  },
  {
    flow: '请假申请',
    starter: 'editor2',
    daysAgo: 2,
    values: (day) => ({ kind: '事假', from: day(2), to: day(2), days: 1, reason: '办理房产手续。', substitute: '' }),
    acts: [],
  },
  {
    flow: '用印申请',
    starter: 'opsadmin',
    daysAgo: 20,
    values: (day) => ({
      document: '江城书展参展合同',
      seals: ['公章', '合同章'],
      copies: 4,
      useDate: day(-19),
      purpose: '与书展承办方签订展位合同，一式四份。',
    }),
    acts: [
      ['chief', 'pass', '同意。', 6],
      ['worksadmin', 'pass', '合同已经审过，可以用印。', 18],
      ['archivist', 'pass', '已用印并留存一份。', 3],
    ],
  },
  {
    flow: '用印申请',
    starter: 'editor1',
    daysAgo: 5,
    values: (day) => ({ document: '作者约稿函', seals: ['公章'], copies: 2, useDate: day(-4), purpose: '向两位作者发约稿函。' }),
    acts: [
      ['section', 'pass', '同意。', 7],
      ['worksadmin', 'reject', '约稿函要附选题批号，请补充。', 20],
    ],
  },
  {
    flow: '用印申请',
    starter: 'tally',
    daysAgo: 1,
    values: (day) => ({ document: '银行对账函', seals: ['财务章'], copies: 1, useDate: day(1), purpose: '季度对账。' }),
    acts: [],
  },
];

/** Adds the demo flows with their forms, and instances at every stage, by the same steps that users take. */
export async function addWorkflow(tx: Tx, now: number): Promise<void> {
  const people = await peopleOf(tx);
  const roles = new Map((await tx.selectFrom('role').select(['id', 'roleKey']).execute()).map((row) => [row.roleKey, row.id]));
  const deployTime = now - 60 * DAY_MS;
  const forms = new Map<string, { id: number; formContent: string }>();
  for (const form of demoForms(deployTime)) {
    const row = { ...form, createBy: 'sysadmin', createTime: deployTime, updateTime: deployTime };
    const { id } = await tx.insertInto('flowForm').values(row).returning('id').executeTakeFirstOrThrow();
    forms.set(form.formName, { id, formContent: form.formContent });
  }
  const names = { user: (name: string) => people.get(name)?.userId ?? 0, role: (key: string) => roles.get(key) ?? 0 };
  const definitions = new Map<string, number>();
  for (const { name, category, form, xml } of demoFlows(names)) {
    const { deployId } = await deploy(tx, 'sysadmin', { name, category, xml }, deployTime);
    definitions.set(name, Number(deployId));
    const { id: formId, formContent } = forms.get(form) ?? { id: 0, formContent: '{"fields":[]}' };
    await tx
      .insertInto('flowDeployForm')
      .values({ deployId: Number(deployId), formId, formName: form, formContent, createTime: deployTime })
      .execute();
  }
  await addNoticeInFlow(tx, people, now);
  for (const instance of INSTANCES) await addInstance(tx, people, definitions.get(instance.flow) ?? 0, instance, now);
}

const NOTICE = {
  noticeTitle: '新年书市开放时间与入场须知',
  noticeType: '2' as const,
  noticeContent: '<p>新年书市一月一日至三日每天九点到十八点开放，地点在本社一楼大厅。凭读者证入场，现场购书可当场开票。</p>',
  audience: 'all',
  topFlag: '1' as const,
};

/** A pinned notice that waits for its flow: a business object with a running instance. */
async function addNoticeInFlow(tx: Tx, people: ReadonlyMap<string, CurrentUser>, now: number): Promise<void> {
  const actor = people.get('opsadmin');
  if (!actor) throw new Error('no demo user opsadmin');
  const at = now - DAY_MS;
  const { id } = await tx
    .insertInto('notice')
    .values({ ...NOTICE, status: 'pending', submitBy: actor.userId, createBy: actor.userName, createTime: at, updateTime: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { noticeTitle, noticeType, audience } = NOTICE;
  await startForSubject({ tx, database: tx, actor, now: at }, `notice:${id}`, {
    flowKey: 'noticeApproval',
    title: noticeTitle,
    variables: { noticeTitle, noticeType, audience, noticeText: NOTICE.noticeContent.replace(/<\/?p>/g, '') },
  });
}

async function addInstance(
  tx: Tx,
  people: ReadonlyMap<string, CurrentUser>,
  definitionId: number,
  { starter, daysAgo, values, acts }: Instance,
  now: number,
): Promise<void> {
  const begun = now - daysAgo * DAY_MS;
  const day = (offset: number): string => wireDate(now + offset * DAY_MS);
  const caller = (userName: string, at: number) => {
    const actor = people.get(userName);
    if (!actor) throw new Error(`no demo user ${userName}`);
    return { tx, database: tx, actor, now: at };
  };
  const { definition, graph } = await deployed(tx, tx, definitionId);
  const id = await startInstance(caller(starter, begun), { definition, graph, variables: values(day) });
  let at = begun;
  for (const act of acts) {
    const [userName, what, opinion, hours] = act;
    at += hours * HOUR_MS;
    const step = caller(userName, at);
    const task = await taskFor(tx, id, step.actor.userId);
    if (what === 'pass') await completeTask(step, task, { comment: opinion, values: act[4] ?? {} });
    else if (what === 'return') await returnTask(step, task, act[4], opinion);
    else if (what === 'reject') await rejectTask(step, task, opinion);
    else await addSigners(step, task, 'before', [people.get(act[4])?.userId ?? 0], opinion);
  }
}

/** The open task of a user: assigned, or one that the user may claim. */
async function taskFor(tx: Tx, instanceId: number, userId: number): Promise<number> {
  const open = await tx
    .selectFrom('flowTask')
    .select(['id', 'assignee'])
    .where('instanceId', '=', instanceId)
    .where('status', 'in', ['claimed', 'unclaimed'])
    .orderBy('id')
    .execute();
  const roles = await tx.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute();
  for (const task of open) {
    if (task.assignee === userId) return task.id;
    if (task.assignee !== null) continue;
    const rows = await tx.selectFrom('flowCandidate').select(['kind', 'refId']).where('taskId', '=', task.id).execute();
    if (rows.some(({ kind, refId }) => (kind === 'user' ? refId === userId : roles.some((one) => one.roleId === refId)))) return task.id;
  }
  throw new Error(`no demo task for user ${userId} in instance ${instanceId}`);
}

/** The demo users as they act in steps; their permissions do not matter inside the services. */
async function peopleOf(tx: Tx): Promise<ReadonlyMap<string, CurrentUser>> {
  const rows = await tx.selectFrom('user').select(['id', 'userName', 'nickName', 'deptId']).execute();
  return new Map(
    rows.map((row) => [
      row.userName,
      {
        userId: row.id,
        userName: row.userName,
        nickName: row.nickName,
        deptId: row.deptId,
        deptName: '',
        sessionId: '',
        roles: new Set<string>(),
        permissions: new Set<string>(),
        confirmedAt: 0,
        factorDue: false,
        accounts: new Set([row.id]),
      },
    ]),
  );
}
