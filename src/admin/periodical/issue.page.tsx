import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { journalIssue } from '../../../contract/periodical/journal-issue.ts';
import { myJournals } from '../../../contract/periodical/journal.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource, type ControlProps } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

export const issueWorkPath = (issueId: number): string => `/cms/journal/issue/work/${issueId}`;

/** A2: issues; each opens as a place to arrange articles and pages. */
export function IssuePage() {
  const navigate = useNavigate();
  const [year] = useState(() => new Date().getFullYear());
  const issues = useMemo(
    () =>
      resource(journalIssue, {
        columns: ['label', 'journalName', 'status', 'articleCount', 'pages', 'publishDate', 'totalNo', 'title'],
        search: ['journalId', 'year', 'status'],
        form: ['journalId', 'year', 'volume', 'issueNo', 'totalNo', 'title', 'publishDate', 'cover'],
        empty: '暂无刊期',
        detail: [],
        initial: { year },
        widths: { label: 150, journalName: 150, status: 100, articleCount: 70, pages: 90, publishDate: 110, totalNo: 80, title: 150 },
        cell: { label: (row) => <Link to={issueWorkPath(row.issueId)}>{row.label}</Link> },
        control: { journalId: (props) => <JournalSelect {...props} /> },
        locked: (row) => (row.status === 'published' ? '已经出刊，不能修改或删除' : false),
        lost: () => '只有没有文章的一期可以删除。30天内可以在回收站恢复。',
        opened: (issueId) => <Navigate to={issueWorkPath(issueId)} replace />,
        rowActions: (row) => [{ key: 'open', label: '编排', run: () => void navigate(issueWorkPath(row.issueId)) }],
      }),
    [navigate, year],
  );
  return <ResourcePage resource={issues} />;
}

function JournalSelect({ id, value, onChange, disabled = false }: ControlProps) {
  const list = useQuery(queryOf(myJournals, {}));
  return (
    <Select
      {...(id ? { id } : {})}
      value={(value ?? null) as number | null}
      disabled={disabled}
      allowClear
      placeholder="选择期刊"
      loading={list.isFetching}
      options={(list.data ?? []).map((one) => ({ value: one.journalId, label: one.journalName }))}
      notFoundContent={list.isFetching ? '正在读取…' : '您还没有参与期刊，请平台管理员把您设为主编或编辑'}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
