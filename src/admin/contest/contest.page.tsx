import { useMemo } from 'react';
import { Select } from 'antd';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { contest } from '../../../contract/contest/contest.ts';
import { contestMachine, type ContestState } from '../../../contract/contest/contest.machine.ts';
import { FILE_TYPES, WORK_KIND_NAMES } from '../../../contract/contest/contest-limits.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';

export const boardPath = (contestId: number, part = ''): string => `/cms/contest/board/${contestId}${part ? `?part=${part}` : ''}`;

const LOCKED: ReadonlySet<string> = new Set(['judging', 'publicity', 'finished', 'cancelled']);

/** A1: all contests; each opens as a place of work. */
export function ContestPage() {
  const navigate = useNavigate();
  const contests = useMemo(
    () =>
      resource(contest, {
        columns: ['title', 'status', 'turn', 'submitEnd', 'submitNum', 'publicityEnd', 'organizer', 'createTime'],
        search: ['title', 'status', 'submitEnd'],
        form: [
          'title',
          'theme',
          'cover',
          'organizer',
          'coOrganizer',
          'secondId',
          'contact',
          'submitStart',
          'submitEnd',
          'groups',
          'workKinds',
          'fileTypes',
          'fileMaxMb',
          'maxPerUser',
          'allowTeam',
          'teamMax',
          'intro',
          'rules',
          'awardPlan',
          'remark',
        ],
        detail: [],
        empty: '暂无大赛',
        formWidth: 760,
        headings: { submitStart: '征稿', intro: '介绍与规则', awardPlan: '奖项' },
        widths: { title: 240, status: 100, turn: 120, submitEnd: 150, submitNum: 80, publicityEnd: 150, organizer: 180, createTime: 150 },
        initial: { fileTypes: ['docx', 'pdf'], groups: ['公开组'] },
        cell: {
          title: (row) => <Link to={boardPath(row.contestId)}>{row.title}</Link>,
          status: (row) => <StateTag machine={contestMachine} state={row.status as ContestState} />,
        },
        control: {
          fileTypes: ({ id, value, onChange }) => (
            <Select
              {...(id ? { id } : {})}
              mode="multiple"
              value={value as string[]}
              placeholder="评审时能打开的格式"
              options={FILE_TYPES.map((type) => ({ value: type, label: type }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
          workKinds: ({ id, value, onChange }) => (
            <Select
              {...(id ? { id } : {})}
              mode="multiple"
              value={value as string[]}
              placeholder="可以不选"
              options={Object.entries(WORK_KIND_NAMES).map(([kind, label]) => ({ value: kind, label }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
        },
        shows: { teamMax: ({ allowTeam }) => allowTeam === '1' },
        locked: (row) => (LOCKED.has(row.status) ? '大赛已经进入评审，不能修改或删除' : false),
        lost: () => '只能删除草稿；30天内可以在回收站恢复。',
        added: (row) => void navigate(boardPath(Number(row['contestId']), 'setup')),
        opened: (contestId) => <Navigate to={boardPath(contestId)} replace />,
        rowActions: (row) => [{ key: 'open', label: '进入', run: () => void navigate(boardPath(row.contestId)) }],
      }),
    [navigate],
  );
  return <ResourcePage resource={contests} />;
}
