import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { tutor } from '../../../contract/tutor/tutor.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { allOf } from '../../api/all-of.ts';
import { loadable } from '../../loading/loadable.ts';

const TutorDrawer = loadable(async () => (await import('./tutor-drawer.tsx')).TutorDrawer);

/** #120: all tutorings, and their arbitration. */
export function TutorPage() {
  const [opened, setOpened] = useState<number | null>(null);
  const client = useQueryClient();
  const may = useCan();
  const query = may('cms:tutor:query');
  const tutors = useMemo(
    () =>
      resource(tutor, {
        columns: ['topic', 'status', 'expectTime', 'applicantName', 'professorName', 'mode', 'feeFen', 'rating', 'tutorNo'],
        search: ['tutorNo', 'topic', 'applicantName', 'professorName', 'status', 'mode', 'expectTime'],
        empty: '暂无辅导',
        widths: { tutorNo: 150, topic: 220, applicantName: 100, professorName: 100, mode: 70, feeFen: 90, status: 90, rating: 70 },
        detail: [],
        cell: { rating: (row) => (row.rating ? `${row.rating} 星` : <span className="soft">—</span>) },
        rowActions: (row) => (query ? [{ key: 'open', label: '查看', permission: 'cms:tutor:query', run: () => setOpened(row.tutorId) }] : []),
      }),
    [query],
  );
  return (
    <>
      <ResourcePage resource={tutors} />
      {opened === null ? null : (
        <TutorDrawer tutorId={opened} onClose={() => setOpened(null)} onDone={() => void client.invalidateQueries(allOf(tutor.list))} />
      )}
    </>
  );
}
