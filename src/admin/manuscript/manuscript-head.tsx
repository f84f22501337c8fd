import { useState, type ReactNode } from 'react';
import { deadlineText } from '../../../contract/deadline.ts';
import { KIND_NAMES } from '../../../contract/manuscript/manuscript-limits.ts';
import type { ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine, type ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';
import { BOARD_COLUMNS } from '../../../contract/manuscript/board.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import './manuscript.css';

/** The stages in order, as the line at the head of a manuscript shows them. */
const STAGES = BOARD_COLUMNS.filter(({ key }) => key !== 'revising' && key !== 'held');

const indexOf = (state: ManuscriptState | ''): number => {
  if (state === 'published' || state === 'archived') return STAGES.length;
  return STAGES.findIndex(({ states }) => states.includes(state as ManuscriptState));
};

/** Title, state, people and the line of stages of a manuscript. `level` 2 inside a drawer. */
export function ManuscriptHead({ one, level = 1, children }: { one: ManuscriptDetail; level?: 1 | 2; children?: ReactNode }) {
  const [now] = useState(() => Date.now());
  const Title = level === 1 ? 'h1' : 'h2';
  // In a drawer, which is outside the page, a header would be a second banner.
  const Head = level === 1 ? 'header' : 'div';
  const at = indexOf(one.status === 'held' ? (one.prevStatus as ManuscriptState) : one.status === 'revising' ? 'audit_one' : one.status);
  const late = one.dueAt !== '' && one.status !== 'held' && Date.parse(`${one.dueAt.replace(' ', 'T')}+08:00`) < now;
  return (
    <Head className="manuscript-head">
      <div className="manuscript-title">
        <Title>{one.title}</Title>
        <StateTag machine={manuscriptMachine} state={one.status} />
        {one.dueAt ? (
          <span className={late ? 'late' : 'soft'}>{late ? `已迟，期限 ${deadlineText(one.dueAt)}` : `期限 ${deadlineText(one.dueAt)}`}</span>
        ) : null}
        <span className="grow" />
        {children}
      </div>
      <div className="manuscript-facts soft">
        <span>{one.authors.map(({ name, role }) => `${name} ${role}`).join('、') || one.ownerName}</span>
        <span>{KIND_NAMES[one.kind]}</span>
        {one.typeName ? <span>{one.typeName}</span> : null}
        <span>{one.wordCount > 0 ? `${(one.wordCount / 10_000).toFixed(1)} 万字` : `${one.planWordCount} 千字（计划）`}</span>
        {one.archiveNo ? <span className="code">{one.archiveNo}</span> : null}
        <span>责任编辑 {one.editorName || '未派'}</span>
        <span>轮到 {one.turnName}</span>
      </div>
      <ol className="stage-line" aria-label="环节">
        {STAGES.map(({ key, title }, index) => (
          <li key={key} className={index < at ? 'done' : index === at ? 'now' : ''} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
            {title}
          </li>
        ))}
      </ol>
    </Head>
  );
}
