import type { NodeSettingsInput } from '../../../contract/workflow/node-settings.ts';
import { bpmnOf, type FlowSketch } from '../../workflow/engine/bpmn-sketch.ts';

/** Ids of users and roles by their names, for the people of the nodes. */
export interface Names {
  readonly user: (userName: string) => number;
  readonly role: (roleKey: string) => number;
}

export interface DemoFlow {
  readonly name: string;
  readonly category: string;
  readonly form: string;
  readonly xml: string;
}

type Node = FlowSketch['nodes'][number];
const START: Node = ['start', 'startEvent', { name: '开始' }];
const END: Node = ['end', 'endEvent', { name: '结束' }];
const task = (id: string, name: string, settings: NodeSettingsInput): Node => [
  id,
  'userTask',
  { name, 'shuzhou:settings': JSON.stringify(settings) },
];
const starter = (name: string): Node => task('apply', name, { who: { kind: 'starter' } });

/** The definitions of the demo: declaration of a topic, leave, use of a seal, and approval of a pinned notice. */
export function demoFlows({ user, role }: Names): readonly DemoFlow[] {
  const topic = bpmnOf({
    key: 'topicDeclare',
    name: '选题申报审批',
    nodes: [
      START,
      starter('填写选题申报表'),
      task('section', '编辑室主任初审', { who: { kind: 'role', ids: [role('section_editor')] }, timeout: { hours: 72, action: 'remind' } }),
      ['fork', 'parallelGateway'],
      task('market', '市场意见', { who: { kind: 'person', ids: [user('opsadmin')] }, fieldRights: { market: 'edit' } }),
      task('cost', '成本测算', { who: { kind: 'role', ids: [role('tally_admin')] }, fieldRights: { market: 'hidden' } }),
      ['join', 'parallelGateway'],
      task('board', '选题论证会表决', {
        who: { kind: 'person', ids: [user('chief'), user('section'), user('worksadmin')] },
        method: 'ratio',
        ratio: 6_000,
      }),
      task('final', '总编辑终审', { who: { kind: 'role', ids: [role('chief_editor')] }, copyTo: { kind: 'person', ids: [user('archivist')] } }),
      END,
    ],
    flows: [
      'start -> apply',
      'apply -> section',
      'section -> fork',
      'fork -> market',
      'fork -> cost',
      'market -> join',
      'cost -> join',
      'join -> board',
      'board -> final',
      'final -> end',
    ],
  });
  const leave = bpmnOf({
    key: 'leaveApply',
    name: '请假申请',
    nodes: [
      START,
      starter('填写请假单'),
      task('head', '部门负责人审批', { who: { kind: 'starterHead' }, timeout: { hours: 48, action: 'remind' } }),
      ['long', 'exclusiveGateway', { name: '超过三天？', default: 'flow_long_end' }],
      task('chief', '总编辑审批', { who: { kind: 'role', ids: [role('chief_editor')] }, repeatHandler: 'consecutive' }),
      END,
    ],
    flows: ['start -> apply', 'apply -> head', 'head -> long', 'long -> chief ${days > 3}', 'long -> end', 'chief -> end'],
  });
  const seal = bpmnOf({
    key: 'sealApply',
    name: '用印申请',
    nodes: [
      START,
      starter('填写用印申请表'),
      task('head', '部门负责人审批', { who: { kind: 'starterHead' }, selfHandler: 'transferToHead' }),
      task('office', '总编室核准', { who: { kind: 'role', ids: [role('press_manager')] }, mustDiffer: ['apply'] }),
      task('register', '用印登记归档', { who: { kind: 'role', ids: [role('archivist')] } }),
      END,
    ],
    flows: ['start -> apply', 'apply -> head', 'head -> office', 'office -> register', 'register -> end'],
  });
  const notice = bpmnOf({
    key: 'noticeApproval',
    name: '置顶公告审批',
    nodes: [
      START,
      task('office', '总编室核稿', { who: { kind: 'role', ids: [role('press_manager')] } }),
      task('chief', '总编辑签发', { who: { kind: 'role', ids: [role('chief_editor')] }, timeout: { hours: 48, action: 'remind' } }),
      END,
    ],
    flows: ['start -> office', 'office -> chief', 'chief -> end'],
  });
  return [
    { name: '置顶公告审批', category: 'office', form: '公告审批单', xml: notice },
    { name: '选题申报审批', category: 'edit', form: '选题申报表', xml: topic },
    { name: '请假申请', category: 'hr', form: '请假单', xml: leave },
    { name: '用印申请', category: 'office', form: '用印申请表', xml: seal },
  ];
}
