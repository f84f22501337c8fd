import { useMemo } from 'react';
import { deadlineText } from '../../../contract/deadline.ts';
import { compositionMachine, type CompositionState } from '../../../contract/composition/composition.machine.ts';
import { composition } from '../../../contract/composition/composition.ts';
import { loadable } from '../../loading/loadable.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { StateTag } from '../state-machine/state-tag.tsx';

const CompositionDrawer = loadable(async () => (await import('./composition-drawer.tsx')).CompositionDrawer);

/** #85: compositions with their page data. */
export function CompositionPage() {
  const { open: show } = useOpenRow();
  const compositions = useMemo(
    () =>
      resource(composition, {
        columns: ['title', 'status', 'typesetterName', 'editorName', 'format', 'pages', 'layoutWordCount', 'printSheets', 'proofNo', 'dueAt'],
        search: ['title', 'status', 'typesetterName'],
        detail: [],
        empty: '暂无排版任务',
        widths: {
          title: 200,
          status: 100,
          typesetterName: 90,
          editorName: 100,
          format: 100,
          pages: 80,
          layoutWordCount: 110,
          printSheets: 90,
          proofNo: 80,
          dueAt: 120,
        },
        cell: {
          status: (row) => <StateTag machine={compositionMachine} state={row.status as CompositionState} />,
          layoutWordCount: (row) => (row.layoutWordCount > 0 ? row.layoutWordCount.toLocaleString('zh-CN') : '—'),
          pages: (row) => row.pages || '—',
          dueAt: (row) => (row.dueAt ? deadlineText(row.dueAt) : '—'),
          proofNo: (row) => (row.proofNo > 0 ? `第${row.proofNo}次` : '—'),
        },
        rowActions: () => [{ key: 'open', label: '打开', permission: 'press:composition:list', run: (row) => show(row.compositionId) }],
        opened: (compositionId, onClose) => <CompositionDrawer key={compositionId} compositionId={compositionId} onClose={onClose} />,
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `show` changes the address only
    [],
  );
  return <ResourcePage resource={compositions} />;
}
