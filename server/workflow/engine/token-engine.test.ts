import { expect, test } from 'vitest';
import { bpmnOf, type FlowSketch } from './bpmn-sketch.ts';
import { holds, parseExpression } from './expression.ts';
import type { FlowGraph } from './flow-graph.ts';
import { analyse, canJump } from './markings.ts';
import { workflowEngine } from './workflow-engine.ts';

async function graphOf(sketch: Pick<FlowSketch, 'nodes' | 'flows'>): Promise<FlowGraph> {
  const { graph, problems } = await workflowEngine.readDefinition(bpmnOf({ key: 'sample', name: '样例', ...sketch }));
  if (!graph) throw new Error(JSON.stringify(problems));
  return graph;
}

const ENDS = [
  ['s', 'startEvent'],
  ['e', 'endEvent'],
] as const;
const tasks = (...ids: string[]) => ids.map((id) => [id, 'userTask'] as const);

/** Advances the token at a node; returns the state. */
function done(graph: FlowGraph, state: ReturnType<typeof workflowEngine.start>['state'], node: string, variables = {}) {
  const token = state.tokens.find((one) => one.node === node && one.via === undefined);
  if (!token) throw new Error(`nothing waits at ${node}`);
  return workflowEngine.advance(graph, state, token.id, variables);
}
const at = (graph: FlowGraph, state: ReturnType<typeof workflowEngine.start>['state']): string[] =>
  workflowEngine
    .waiting(graph, state)
    .map((one) => one.node)
    .toSorted();

test('evaluates conditions of the closed grammar and rejects everything else', () => {
  const value = (text: string, variables: Record<string, unknown> = {}): boolean | null => {
    const parsed = parseExpression(text);
    return parsed && holds(parsed, variables);
  };
  expect(value('${a == true}', { a: true })).toBe(true);
  expect(value("${a == 'x' && (b > 3 || !c)}", { a: 'x', b: '4', c: true })).toBe(true);
  expect(value('${days >= -2.5}', { days: 0 })).toBe(true);
  expect(value('${a.b.c == 1}', { a: { b: { c: 1 } } })).toBe(true);
  expect(value('${a.constructor == null}', { a: {} })).toBe(true);
  expect(value('${missing > 3}')).toBe(false);
  expect(value('${ok and not bad}', { ok: 'true', bad: false })).toBe(true);
  for (const bad of ['a == 1', '${}', '${a = 1}', '${a.b()}', '${T(java.lang.Runtime)}', '${a == }', '${(a}', '${a; b}', '${a[0]}', '${`x`}'])
    expect([bad, value(bad)]).toEqual([bad, null]);
});

test('a parallel join waits for a branch that passes a merging exclusive gateway', async () => {
  const graph = await graphOf({
    nodes: [
      ...ENDS,
      ['f', 'parallelGateway'],
      ['x', 'exclusiveGateway', { default: 'flow_x_b' }],
      ['m', 'exclusiveGateway'],
      ['j', 'parallelGateway'],
      ...tasks('a', 'b', 'c', 'd'),
    ],
    flows: ['s -> f', 'f -> x', 'f -> d', 'x -> a ${a == true}', 'x -> b', 'a -> m', 'b -> m', 'm -> j', 'd -> j', 'j -> c', 'c -> e'],
  });
  expect(analyse(graph).problems).toEqual([]);
  const begun = workflowEngine.start(graph, { a: true });
  expect(at(graph, begun.state)).toEqual(['a', 'd']);
  const one = done(graph, begun.state, 'a');
  expect(at(graph, one.state)).toEqual(['d']);
  expect(at(graph, done(graph, one.state, 'd').state)).toEqual(['c']);
});

test('reports an exclusive gateway that merges parallel branches above a join, and a join that never completes', async () => {
  const merged = await graphOf({
    nodes: [...ENDS, ['f', 'parallelGateway'], ['m', 'exclusiveGateway'], ['j', 'parallelGateway'], ...tasks('a', 'b', 'c')],
    flows: ['s -> f', 'f -> a', 'f -> b', 'f -> c', 'a -> m', 'b -> m', 'm -> j', 'c -> j', 'j -> e'],
  });
  expect(analyse(merged).problems).toContainEqual({ level: 'error', node: 'j', message: expect.stringContaining('并行的分支在汇聚之前合到了「j」') });
  const stuck = await graphOf({
    nodes: [...ENDS, ['x', 'exclusiveGateway', { default: 'flow_x_b' }], ['j', 'parallelGateway'], ...tasks('a', 'b')],
    flows: ['s -> x', 'x -> a ${a}', 'x -> b', 'a -> j', 'b -> j', 'j -> e'],
  });
  expect(analyse(stuck).problems).toContainEqual({ level: 'error', node: 'j', message: expect.stringContaining('永远等不齐') });
});

test('an inclusive join waits for the branches that were taken, and only for them', async () => {
  const graph = await graphOf({
    nodes: [...ENDS, ['o', 'inclusiveGateway'], ['j', 'inclusiveGateway'], ...tasks('a', 'b', 'c', 'd')],
    flows: ['s -> o', 'o -> a ${x > 1}', 'o -> b ${x > 2}', 'o -> c ${x > 3}', 'a -> j', 'b -> j', 'c -> j', 'j -> d', 'd -> e'],
  });
  expect(analyse(graph).problems).toEqual([]);
  const two = workflowEngine.start(graph, { x: 3 }).state;
  expect(at(graph, two)).toEqual(['a', 'b']);
  const first = done(graph, two, 'b').state;
  expect(at(graph, first)).toEqual(['a']);
  expect(at(graph, done(graph, first, 'a').state)).toEqual(['d']);
});

test('a return leaves every branch after its target, and is possible only where the joins can still complete', async () => {
  const graph = await graphOf({
    nodes: [...ENDS, ['f', 'parallelGateway'], ['j', 'parallelGateway'], ...tasks('apply', 'a1', 'a2', 'b', 'last')],
    flows: ['s -> apply', 'apply -> f', 'f -> a1', 'a1 -> a2', 'f -> b', 'a2 -> j', 'b -> j', 'j -> last', 'last -> e'],
  });
  const fork = done(graph, workflowEngine.start(graph, {}).state, 'apply').state;
  const deep = done(graph, fork, 'a1').state;
  const a2 = deep.tokens.find((one) => one.node === 'a2')?.id ?? 0;
  expect(canJump(graph, deep, a2, 'a1')).toBe(true);
  expect(at(graph, workflowEngine.jump(graph, deep, a2, 'a1', {}).state)).toEqual(['a1', 'b']);
  expect(canJump(graph, deep, a2, 'b')).toBe(false);
  const back = workflowEngine.jump(graph, deep, a2, 'apply', {});
  expect(at(graph, back.state)).toEqual(['apply']);
  expect(back.left.map((one) => one.node).toSorted()).toEqual(['a2', 'b']);
  const parked = done(graph, deep, 'b').state;
  expect(at(graph, workflowEngine.jump(graph, parked, a2, 'apply', {}).state)).toEqual(['apply']);
  const joined = done(graph, parked, 'a2').state;
  const last = joined.tokens[0]?.id ?? 0;
  expect([canJump(graph, joined, last, 'a1'), canJump(graph, joined, last, 'apply')]).toEqual([false, true]);
});

test('a sub process continues after its last end, a boundary timer ends its task, a terminate end ends everything', async () => {
  const graph = await graphOf({
    nodes: [
      ...ENDS,
      [
        'sub',
        'subProcess',
        {},
        '<bpmn:startEvent id="is"/><bpmn:userTask id="inner"/><bpmn:endEvent id="ie"/><bpmn:sequenceFlow id="i1" sourceRef="is" targetRef="inner"/><bpmn:sequenceFlow id="i2" sourceRef="inner" targetRef="ie"/>',
      ],
      ...tasks('a', 'late'),
      [
        't',
        'boundaryEvent',
        { attachedToRef: 'a' },
        '<bpmn:timerEventDefinition id="td"><bpmn:timeDuration>PT2H</bpmn:timeDuration></bpmn:timerEventDefinition>',
      ],
      ['stop', 'endEvent', {}, '<bpmn:terminateEventDefinition id="te"/>'],
    ],
    flows: ['s -> sub', 'sub -> a', 'a -> e', 't -> late', 'late -> stop'],
  });
  expect(graph.nodes.get('t')?.timer).toEqual({ after: 7_200_000 });
  const inner = workflowEngine.start(graph, {}).state;
  expect(at(graph, inner)).toEqual(['inner']);
  const a = done(graph, inner, 'inner').state;
  expect(at(graph, a)).toEqual(['a']);
  const fired = workflowEngine.fire(graph, a, a.tokens[0]?.id ?? 0, 't', {}).state;
  expect(at(graph, fired)).toEqual(['late']);
  expect(done(graph, fired, 'late').ended).toBe('terminated');
  expect(done(graph, a, 'a').ended).toBe('completed');
});

test.each([
  ['an id that begins with a digit', '<bpmn:userTask id="1a"/>', '编号「1a」不合规，不能运行，请改为以字母开头'],
  [
    'a script task',
    '<bpmn:scriptTask id="z" name="算分"><bpmn:script>x()</bpmn:script></bpmn:scriptTask>',
    '节点「算分」是脚本任务，暂不支持，请换成其他节点',
  ],
  ['a message catch', '<bpmn:intermediateCatchEvent id="z"><bpmn:messageEventDefinition id="m"/></bpmn:intermediateCatchEvent>', '只支持定时事件'],
  ['a broken flow', '<bpmn:sequenceFlow id="z" sourceRef="s" targetRef="nowhere"/>', '引用的节点「nowhere」不存在'],
])('rejects %s by name', async (_what, inner, message) => {
  const xml = bpmnOf({ key: 'k', name: 'k', nodes: [...ENDS], flows: ['s -> e'] }).replace('</bpmn:process>', `${inner}</bpmn:process>`);
  const { graph, problems } = await workflowEngine.readDefinition(xml);
  expect(graph).toBeNull();
  expect(problems.map((one) => one.message).join()).toContain(message);
});
