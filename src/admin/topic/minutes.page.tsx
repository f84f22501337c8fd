import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { minutes } from '../../../contract/topic/minutes.ts';
import { loadable } from '../../loading/loadable.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { allOf } from '../../api/all-of.ts';

const MinutesPanel = loadable(async () => (await import('./minutes-panel.tsx')).MinutesPanel);
import './topic.css';

/** #76: minutes of sessions; they are written until they are signed. */
export function MinutesPage() {
  const client = useQueryClient();
  const { open: show } = useOpenRow();
  const list = useMemo(
    () =>
      resource(minutes, {
        columns: ['sessionTitle', 'status', 'topicCount', 'approvedCount', 'meetingTime', 'recorderName', 'signedByName', 'signedAt', 'fileNo'],
        search: ['sessionTitle', 'fileNo', 'status'],
        empty: '暂无纪要',
        detail: [],
        widths: {
          sessionTitle: 240,
          status: 90,
          topicCount: 60,
          approvedCount: 60,
          meetingTime: 160,
          recorderName: 90,
          signedByName: 90,
          signedAt: 160,
          fileNo: 120,
        },
        cell: {
          sessionTitle: (row) => (
            <button type="button" className="link-button" onClick={() => show(row.minutesId)}>
              {row.sessionTitle}
            </button>
          ),
        },
        rowActions: (row) => [{ key: 'open', label: '打开', permission: 'press:minutes:query', run: () => show(row.minutesId) }],
        opened: (minutesId, onClose) => (
          <MinutesDrawer key={minutesId} minutesId={minutesId} onClose={onClose} onDone={() => void client.invalidateQueries(allOf(minutes.list))} />
        ),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `show` changes the address only
    [client],
  );
  return <ResourcePage resource={list} />;
}

function MinutesDrawer({ minutesId, onClose, onDone }: { minutesId: number; onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : 760} title="会议纪要" onClose={onClose} className="minutes-drawer">
      <MinutesPanel minutesId={minutesId} onDone={onDone} />
    </Drawer>
  );
}
