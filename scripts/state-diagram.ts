import { targetsOf, type StateMachine } from '../contract/state-machine.ts';

const ACTORS = { owner: '本人', assignee: '被指派的人', program: '系统' } as const;

/** The section of one machine: a Mermaid state diagram, then its events as a table. */
export function diagram(machine: StateMachine): string {
  const { id, entity, name, initial, states, events, groups } = machine;
  const lines = [
    `  [*] --> ${initial}`,
    ...Object.entries(states).map(([state, { label }]) => `  ${state} : ${label}`),
    ...Object.values(events).flatMap((event) => event.from.flatMap((from) => targetsOf(event).map((to) => `  ${from} --> ${to} : ${event.label}`))),
    ...Object.entries(states).flatMap(([state, { final }]) => (final ? [`  ${state} --> [*]`] : [])),
  ];
  const rows = Object.entries(events).map(
    ([event, { label, permission, by, reason }]) =>
      `- \`${event}\` ${label}：${by ? ACTORS[by] : `\`${permission}\``}${reason ? `，${reason.message}` : ''}`,
  );
  const sets = Object.entries(groups).map(([group, members]) => `- 状态组\`${group}\`：${members.map((state) => states[state]?.label).join('、')}`);
  return [`## ${id} ${name} (\`${entity}\`)`, '', '```mermaid', 'stateDiagram-v2', ...lines, '```', '', ...rows, ...sets, ''].join('\n');
}
