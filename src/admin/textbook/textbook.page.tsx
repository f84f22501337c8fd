import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { textbook } from '../../../contract/textbook/textbook.ts';
import { allOf } from '../../api/all-of.ts';
import { loadable } from '../../loading/loadable.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const TextbookDrawer = loadable(async () => (await import('./textbook-drawer.tsx')).TextbookDrawer);

/** B1: the digital textbooks, their data and what is placed in them. */
export function TextbookPage() {
  const client = useQueryClient();
  const [opened, setOpened] = useState<number | null>(null);
  const textbooks = useMemo(
    () =>
      resource(textbook, {
        columns: ['title', 'courseName', 'stage', 'subject', 'gradeTerm', 'placedCount', 'lostCount', 'status', 'updateTime'],
        search: ['title', 'stage', 'subject'],
        form: ['publishId', 'courseName', 'stage', 'subject', 'gradeTerm', 'approvedNo', 'supportedBook', 'answerLanguage', 'teacherOnlyBank'],
        detail: [
          'title',
          'courseName',
          'stage',
          'subject',
          'gradeTerm',
          'approvedNo',
          'supportedBook',
          'answerLanguage',
          'teacherOnlyBank',
          'placedCount',
          'lostCount',
          'updateBy',
          'updateTime',
        ],
        empty: '暂无数字教材',
        widths: {
          title: 200,
          courseName: 150,
          stage: 80,
          subject: 100,
          gradeTerm: 110,
          placedCount: 100,
          lostCount: 110,
          status: 90,
          updateTime: 150,
        },
        cell: { lostCount: (row) => (row.lostCount > 0 ? <span className="late">{row.lostCount}</span> : '无') },
        control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['title'] ?? '')} /> },
        rowActions: (row) => [
          { key: 'placed', label: '随文内容', permission: 'textbook:textbook:query', run: () => setOpened(Number(row.publishId)) },
        ],
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={textbooks} />
      {opened === null ? null : (
        <TextbookDrawer
          publishId={opened}
          onClose={() => {
            setOpened(null);
            void client.invalidateQueries(allOf(textbook.list));
          }}
        />
      )}
    </>
  );
}
