import { useState } from 'react';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { scholar } from '../../../contract/scholar/scholar.ts';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { MergeList } from './merge-list.tsx';

type Scholar = WireRow<typeof scholar>;

const scholars = resource(scholar, {
  columns: ['scholarName', 'initial', 'title', 'collegeName', 'researchField', 'discipline', 'works', 'recommend', 'orderNum', 'status'],
  search: ['scholarName', 'collegeId', 'discipline', 'recommend', 'status'],
  form: [
    'scholarName',
    'surnameReading',
    'namePinyin',
    'userId',
    'collegeId',
    'title',
    'discipline',
    'dynasty',
    'homepage',
    'recommend',
    'orderNum',
    'status',
    'names',
    'researchField',
    'avatar',
    'intro',
    'achievements',
    'remark',
  ],
  empty: '暂无学者',
  widths: { scholarName: 120, initial: 80, works: 90 },
  cell: {
    works: (row, tools) =>
      tools.may('house:works:edit') ? (
        <Link to={`/houseScholars/works/${row.scholarId}`} aria-label={`${row.works} 部，${row.scholarName}的作品`}>
          {row.works}
        </Link>
      ) : (
        row.works
      ),
  },
  lost: () => '学者馆里不再有他的页面。30 天内可在回收站恢复。',
  toolbar: (tools, chosen) => <MergeButtons tools={tools} chosen={chosen} />,
});

/** #65: scholars of 学者馆, living or historical. */
export const ScholarPage = () => <ResourcePage resource={scholars} />;

function MergeButtons({ tools, chosen }: { tools: Tools<typeof scholar>; chosen: readonly Scholar[] }) {
  const [opened, setOpened] = useState<'merge' | 'list' | null>(null);
  return (
    <>
      {tools.may('structure:scholar:edit') ? (
        <Button disabled={chosen.length < 1 || chosen.length > 2} onClick={() => setOpened('merge')}>
          合并
        </Button>
      ) : null}
      <Button onClick={() => setOpened('list')}>合并记录</Button>
      {opened === 'merge' ? <MergeDialog tools={tools} chosen={chosen} onClose={() => setOpened(null)} /> : null}
      {opened === 'list' ? <MergeList tools={tools} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
