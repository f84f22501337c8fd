import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import { contestRound } from '../../../contract/contest/contest-round.ts';
import { contestRoundMachine, type RoundState } from '../../../contract/contest/contest-round.machine.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { allOf } from '../../api/all-of.ts';
import { FieldPanel } from './field-panel.tsx';
import { CriteriaInput, type CriterionLine } from './criteria-input.tsx';

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** The rounds of a contest with their criteria, which are frozen when a round opens. */
export function SetupPanel({ board, onDone }: Props) {
  const client = useQueryClient();
  const { contestId } = board;
  const rounds = useMemo(
    () =>
      resource(contestRound, {
        columns: ['roundType', 'status', 'mode', 'startTime', 'endTime', 'judgesPerSubmit', 'criteria', 'passQuota'],
        form: [
          'roundType',
          'mode',
          'startTime',
          'endTime',
          'judgesPerSubmit',
          'criteria',
          'passQuota',
          'passScore',
          'trim',
          'blind',
          'seeAuthors',
          'seeOthers',
          'seeJudgeNames',
        ],
        detail: [],
        empty: '还没有轮次。先设初审，再设打分的复审或终审。',
        formWidth: 720,
        headings: { passQuota: '晋级', blind: '谁看得到什么' },
        widths: { roundType: 80, status: 100, mode: 130, startTime: 150, endTime: 150, judgesPerSubmit: 90, criteria: 240, passQuota: 100 },
        cell: {
          roundType: (row) => ROUND_NAMES[Number(row.roundType) as RoundType],
          status: (row) => <StateTag machine={contestRoundMachine} state={row.status as RoundState} />,
          criteria: (row) =>
            row.mode === 'score' ? (
              row.criteria.map(({ name, weight }) => `${name} ${weight / 100}%`).join('、')
            ) : (
              <span className="soft">通过或不通过</span>
            ),
          passQuota: (row) => (row.passQuota === 0 ? '不限' : `每组 ${row.passQuota} 件`),
        },
        control: {
          criteria: ({ id, value, onChange, disabled }) => (
            <CriteriaInput
              {...(id ? { id } : {})}
              value={(value ?? []) as CriterionLine[]}
              disabled={disabled ?? false}
              onChange={(next) => onChange?.(next)}
            />
          ),
        },
        shows: {
          criteria: ({ mode }) => mode === 'score',
          trim: ({ mode }) => mode === 'score',
          passQuota: ({ mode }) => mode === 'score',
          passScore: ({ mode }) => mode === 'score',
        },
        locked: (row) => (row.status === 'pending' || row.status === 'allocated' ? false : '本轮已经开评，评分项和规则不能再改'),
        lost: () => '轮次删除后不能恢复。',
        written: () => {
          void client.invalidateQueries(allOf(contestRound.list));
          void onDone();
        },
      }),
    [client, onDone],
  );
  return (
    <>
      <ResourcePage resource={rounds} fixed={{ contestId }} given={{ contestId }} heading={<h2 className="contest-heading">轮次与评分项</h2>} />
      <FieldPanel contestId={contestId} />
      <section className="admin-card contest-box">
        <h2 className="contest-heading">流转记录</h2>
        <TransitionLog rows={board.log} />
      </section>
    </>
  );
}
