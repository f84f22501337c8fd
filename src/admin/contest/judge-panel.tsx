import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import { contestJudge } from '../../../contract/contest/contest-judge.ts';
import { ROUND_NAMES, ROUND_TYPES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { allOf } from '../../api/all-of.ts';
import { ConflictPanel } from './conflict-panel.tsx';

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** The judges of a contest, and the conflicts between them and the entries. */
export function JudgePanel({ board, onDone }: Props) {
  const client = useQueryClient();
  const may = useCan();
  const { contestId, groups } = board;
  const groupKey = groups.join('、');
  const judges = useMemo(
    () =>
      resource(contestJudge, {
        columns: ['nickName', 'roundTypes', 'groups', 'collegeName', 'tasks', 'done', 'status'],
        form: ['userId', 'roundTypes', 'groups', 'intro', 'status'],
        detail: [],
        empty: '还没有评委',
        widths: { nickName: 120, roundTypes: 140, groups: 160, collegeName: 160, tasks: 80, done: 80, status: 80 },
        cell: {
          roundTypes: (row) =>
            row.roundTypes.length === 0 ? '全部' : row.roundTypes.map((type) => ROUND_NAMES[Number(type) as RoundType]).join('、'),
          groups: (row) => (row.groups.length === 0 ? '全部' : row.groups.join('、')),
        },
        control: {
          roundTypes: ({ value, onChange }) => (
            <Checkbox.Group
              value={(value ?? []) as string[]}
              options={ROUND_TYPES.map((type) => ({ value: String(type), label: ROUND_NAMES[type] }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
          groups: ({ id, value, onChange }) => (
            <Select
              {...(id ? { id } : {})}
              mode="multiple"
              value={(value ?? []) as string[]}
              placeholder="不选为全部组别"
              options={groupKey.split('、').map((one) => ({ value: one, label: one }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
        },
        lost: () => '已有评审任务的评委不能移除，请改为停用。',
        written: () => {
          void client.invalidateQueries(allOf(contestJudge.list));
          void onDone();
        },
      }),
    [client, onDone, groupKey],
  );
  return (
    <>
      <ResourcePage resource={judges} fixed={{ contestId }} given={{ contestId }} heading={<h2 className="contest-heading">评委</h2>} />
      {may('contest:contest:query') ? <ConflictPanel board={board} /> : null}
    </>
  );
}
