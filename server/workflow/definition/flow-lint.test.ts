import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { bpmnOf, type FlowSketch } from '../engine/bpmn-sketch.ts';
import { workflowEngine } from '../engine/workflow-engine.ts';
import { dryRun } from './flow-dry-run.ts';
import { dryRunDefinition, problemsOf, saveDraft } from './flow-definition.service.ts';

let t: TestContext;
let flow: FlowFixture;
let ann = 0;
let gone = 0;
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  [ann = 0, gone = 0] = await flow.addUsers('ann', 'gone');
  await t.context.db.updateTable('user').set({ status: '1' }).where('id', '=', gone).execute();
});
afterAll(() => t.close());

type Sketch = Pick<FlowSketch, 'nodes' | 'flows'>;
const xmlOf = (sketch: Sketch): string => bpmnOf({ key: 'test', name: '测试', ...sketch });
const problems = async (sketch: Sketch) => (await problemsOf(t.context, xmlOf(sketch))).map((one) => [one.level, one.node, one.message]);
const check = (id: string) => taskNode(id, { who: byPerson(ann) });
const around = (nodes: FlowSketch['nodes'], flows: readonly string[]): Sketch => ({
  nodes: [START, APPLY, ...nodes, END],
  flows: ['s -> apply', ...flows],
});

test('#35.2 a sound definition has no problems', async () => {
  expect(await problems(around([check('a')], ['apply -> a', 'a -> e']))).toEqual([]);
});

const XOR = (id: string, next: string) => [id, 'exclusiveGateway', { default: `flow_${id}_${next}` }] as const;
const FAULTS: readonly (readonly [what: string, sketch: () => Sketch, node: string, message: string])[] = [
  [
    'an unknown expression in a condition',
    () => around([XOR('x', 'e'), check('a')], ['apply -> x', 'x -> a ${days.plus(3) > 2}', 'x -> e', 'a -> e']),
    'flow_x_a',
    "连线「flow_x_a」的条件「${days.plus(3) > 2}」无法识别，请写成 ${days > 3 && kind == '事假'} 这样的比较",
  ],
  [
    'an exclusive merge of parallel branches above a join',
    () =>
      around(
        [['f', 'parallelGateway'], ['m', 'exclusiveGateway'], ['j', 'parallelGateway'], check('a'), check('b'), check('c')],
        ['apply -> f', 'f -> a', 'f -> b', 'f -> c', 'a -> m', 'b -> m', 'm -> j', 'c -> j', 'j -> e'],
      ),
    'j',
    '并行的分支在汇聚之前合到了「j」，会重复执行，请在它前面用并行网关汇聚',
  ],
  [
    'a join that never completes',
    () =>
      around(
        [XOR('x', 'b'), ['j', 'parallelGateway'], check('a'), check('b')],
        ['apply -> x', 'x -> a ${ok}', 'x -> b', 'a -> j', 'b -> j', 'j -> e'],
      ),
    'j',
    '汇聚网关「j」永远等不齐所有分支，请检查前面的分支',
  ],
  [
    'a dead end',
    () => around([check('a'), ['f', 'parallelGateway'], check('b')], ['apply -> f', 'f -> a', 'f -> b', 'a -> e']),
    'b',
    '节点「b」没有出口，流程会停在这里，请连到下一个节点',
  ],
  [
    'a node that no way reaches',
    () => around([check('a'), check('b')], ['apply -> a', 'a -> e', 'b -> e']),
    'b',
    '节点「b」没有任何路线能走到，请连接或删除',
  ],
  ['a definition without an end', () => ({ nodes: [START, APPLY], flows: ['s -> apply'] }), 'test', '流程没有结束节点，请添加一个'],
  ['a definition without a start', () => ({ nodes: [APPLY, END], flows: ['apply -> e'] }), 'test', '流程没有开始节点，请添加一个'],
  ['a task for nobody', () => around([taskNode('a')], ['apply -> a', 'a -> e']), 'a', '节点「a」没有设置办理人，谁都收不到这个任务，请设置'],
  [
    'a task whose people are disabled',
    () => around([taskNode('a', { who: byPerson(gone) })], ['apply -> a', 'a -> e']),
    'a',
    '节点「a」的办理人都不存在或已停用，请重新选择',
  ],
  [
    'a family task whose users do not exist',
    () => around([['a', 'userTask', { 'flowable:assignee': 'nobody' }]], ['apply -> a', 'a -> e']),
    'a',
    '节点「a」的办理人都不存在或已停用，请重新选择',
  ],
  [
    'an unknown people expression',
    () => around([['a', 'userTask', { 'flowable:assignee': '${bean.find(x)}' }]], ['apply -> a', 'a -> e']),
    'a',
    '节点「a」的办理人表达式「${bean.find(x)}」无法识别，请写成 ${名称}',
  ],
  [
    'a node that must differ from an unknown one',
    () => around([taskNode('a', { who: byPerson(ann), mustDiffer: ['zzz'] })], ['apply -> a', 'a -> e']),
    'a',
    '节点「a」要求与「zzz」的办理人不同，但没有这个任务节点，请重新选择',
  ],
  [
    'gateways that lead in a circle',
    () => around([['x', 'exclusiveGateway'], XOR('y', 'x')], ['apply -> x', 'x -> y', 'y -> e ${ok}', 'y -> x']),
    'x',
    '从「x」出来又回到它，中间没有任务可办，会一直循环，请加入任务或去掉这条线',
  ],
  ['an id that begins with a digit', () => around([['1a', 'userTask']], ['apply -> e']), '1a', '编号「1a」不合规，不能运行，请改为以字母开头'],
];

test.each(FAULTS)('#35.2 %s is one sentence with the id of its node, and prevents the deployment', async (_what, sketch, node, message) => {
  expect(await problems(sketch())).toContainEqual(['error', node, message]);
  expect((await answerOf(flow.deploy(sketch())))[0]).toBe(400);
});

test('a gateway without a default, and a role without members are warnings', async () => {
  const found = await problems(
    around(
      [['x', 'exclusiveGateway'], check('a'), taskNode('b', { who: { kind: 'role', ids: [777] } })],
      ['apply -> x', 'x -> a ${n > 1}', 'x -> b ${n <= 1}', 'a -> e', 'b -> e'],
    ),
  );
  expect(found).toEqual([
    ['warning', 'x', '网关「x」没有默认出口，条件都不满足时无法继续，请设一个默认出口'],
    ['warning', 'b', '节点「b」目前没有人可以办理，会转给流程管理员，请核对角色、岗位或部门负责人'],
  ]);
});

test('an exclusive merge of alternatives above a parallel join is named, and the join still waits for all branches', async () => {
  const sketch = around(
    [['f', 'parallelGateway'], XOR('x', 'b'), ['m', 'exclusiveGateway'], ['j', 'parallelGateway'], check('a'), check('b'), check('c')],
    ['apply -> f', 'f -> x', 'f -> c', 'x -> a ${ok == true}', 'x -> b', 'a -> m', 'b -> m', 'm -> j', 'c -> j', 'j -> e'],
  );
  expect(await problems(sketch)).toEqual([['warning', 'm', expect.stringContaining('排他网关「m」在并行汇聚之前合并分支')]]);
});

test.each([
  ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><definitions/>', '流程文件不能包含 DOCTYPE 或实体声明，请删除后再导入'],
  ['no BPMN', '<html></html>', '流程文件不是有效的 BPMN 2.0，请检查文件是否完整'],
  [
    'no process',
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"/>',
    '流程文件里没有流程（process），请重新绘制',
  ],
])('a file with %s is refused', async (_what, xml, message) => {
  expect((await problemsOf(t.context, xml))[0]?.message).toBe(message);
});

test('a dry run walks all ways and says who would get each task', async () => {
  const sketch = around(
    [
      XOR('x', 'b'),
      check('a'),
      taskNode('b', { who: { kind: 'chosenByPrevious' } }),
      ['f', 'parallelGateway'],
      check('c'),
      check('d'),
      ['j', 'parallelGateway'],
    ],
    ['apply -> x', 'x -> a ${days > 3}', 'x -> b', 'a -> f', 'f -> c', 'f -> d', 'c -> j', 'd -> j', 'j -> e', 'b -> e'],
  );
  const run = await dryRunDefinition(t.context, flow.person('ann'), { xml: xmlOf(sketch) });
  expect(run).toMatchObject({ starter: 'ann', more: false, problems: [] });
  expect(
    run.ways
      .map((way) => [way.complete, way.conditions, way.steps.map((one) => [one.node, one.people.join(), one.note])])
      .toSorted((one, other) => String(one[1]).localeCompare(String(other[1]))),
  ).toEqual([
    [
      true,
      ['flow_x_a'],
      [
        ['apply', 'ann', '发起人提交表单即完成'],
        ['a', 'ann', ''],
        ['c', 'ann', ''],
        ['d', 'ann', ''],
      ],
    ],
    [
      true,
      ['flow_x_b'],
      [
        ['apply', 'ann', '发起人提交表单即完成'],
        ['b', '', '由上一步选择，或取自表单'],
      ],
    ],
  ]);
});

test('a dry run of tasks that lead to each other and never to the end stops early and says that there are more ways', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => `t${index}`);
  const between = ids.flatMap((id) => [`${id} -> x${id}`, ...ids.filter((one) => one !== id).map((one) => `x${id} -> ${one} \${n == 1}`)]);
  const sketch = around(
    [XOR('x', 'e'), ...ids.flatMap((id) => [check(id), [`x${id}`, 'exclusiveGateway'] as const])],
    ['apply -> x', 'x -> t0 ${n == 1}', 'x -> e', ...between],
  );
  const { graph } = await workflowEngine.readDefinition(xmlOf(sketch));
  const from = performance.now();
  const run = await dryRun(t.context.db as never, graph!, { starterId: ann, variables: {} });
  expect(run.more).toBe(true);
  expect(performance.now() - from).toBeLessThan(1_500);
});

test('a draft with very many unclosed process tags is refused at once', async () => {
  const from = performance.now();
  const draft = { name: 'x', category: '', xml: '<process '.repeat(100_000) };
  expect(await answerOf(saveDraft(t.context.db as never, flow.person('ann'), draft))).toEqual([400, '流程文件里没有流程标识，请先填写']);
  expect(performance.now() - from).toBeLessThan(1_000);
});

test('subprocesses that are nested too deep are one problem', async () => {
  const nested = '<bpmn:subProcess>'.repeat(20_000) + '</bpmn:subProcess>'.repeat(20_000);
  const xml = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><bpmn:process id="p">${nested}</bpmn:process></bpmn:definitions>`;
  expect((await problemsOf(t.context, xml)).map(({ message }) => message)).toEqual(['子流程的嵌套超过20层，请减少层数或拆成几个流程']);
});

test('versions of one key count up, and the draft is removed by a deployment', async () => {
  const sketch = { key: 'counted', ...around([check('a')], ['apply -> a', 'a -> e']) };
  const versions = [await flow.deploy(sketch), await flow.deploy(sketch)];
  expect(versions.map((one) => [one.version, one.procDefId.split(':')[1]])).toEqual([
    [1, '1'],
    [2, '2'],
  ]);
});

const inFile = (inner: string, change = (xml: string): string => xml): Promise<(readonly [string, string, string])[]> =>
  problemsOf(t.context, change(xmlOf(around([], ['apply -> e'])).replace('</bpmn:process>', `${inner}</bpmn:process>`))).then((found) =>
    found.map(({ level, node, message }) => [level, node, message] as const),
  );

test.each([
  [
    'an illegal id with flows and a shape',
    '<bpmn:userTask id="1a"/><bpmn:sequenceFlow id="f1" sourceRef="apply" targetRef="1a"/>',
    '1a',
    '编号「1a」不合规',
  ],
  [
    'a script task with flows',
    '<bpmn:scriptTask id="z"/><bpmn:sequenceFlow id="f1" sourceRef="apply" targetRef="z"/><bpmn:sequenceFlow id="f2" sourceRef="z" targetRef="e"/>',
    'z',
    '是脚本任务，暂不支持',
  ],
  ['an element of another namespace', '<o:thing xmlns:o="urn:o" id="q" name="外来"/>', 'q', '「外来」（o:thing）暂不支持，已保留在文件里'],
  [
    'an unknown element',
    '<bpmn:vanishedTask id="v"/><bpmn:sequenceFlow id="f1" sourceRef="apply" targetRef="v"/>',
    'v',
    '（bpmn:vanishedTask）暂不支持',
  ],
  [
    'a start event with two triggers',
    '<bpmn:startEvent id="s2"><bpmn:messageEventDefinition id="m1"/><bpmn:timerEventDefinition id="m2"/></bpmn:startEvent>',
    's2',
    '有多个触发条件',
  ],
  ['a flow to nothing', '<bpmn:sequenceFlow id="f1" sourceRef="apply" targetRef="nowhere"/>', 'f1', '引用的节点「nowhere」不存在'],
])('#43.16 #43.17 %s is named once, and prevents the deployment', async (_what, inner, node, message) => {
  const found = await inFile(inner);
  const errors = found.filter(([level]) => level === 'error');
  expect(errors.filter(([, , text]) => !text.includes('流程只能有一个开始节点'))).toEqual([
    ['error', node, expect.stringContaining(message) as string],
  ]);
  for (const [, , text] of found) expect(text).toMatch(/[\u4e00-\u9fff]/);
});

test('#43.16 an unknown attribute stays in the file, is named, and does not prevent the deployment', async () => {
  expect(await inFile('', (xml) => xml.replace('<bpmn:userTask id="apply"', '<bpmn:userTask flowable:later="1" id="apply"'))).toEqual([
    ['warning', '', '属性「flowable:later」不认识，已保留在文件里，不起作用'],
  ]);
});
