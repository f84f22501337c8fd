import { useState } from 'react';
import { Alert, Badge, Button, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { textbookCheck } from '../../../contract/textbook/placed.ts';
import { queryOf } from '../../api/query-client.ts';
import { useLeaveUpload } from '../catalog/use-leave-upload.ts';
import { useCan } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { TitleName } from '../ui/name.tsx';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { PlacedPages } from './placed-pages.tsx';
import { TextbookCheck } from './textbook-check.tsx';
import { TextbookTracks } from './textbook-tracks.tsx';
import './textbook.css';
import { Tabs } from '../ui/tabs.tsx';

/** B1: what is placed in a textbook, its recordings, and the check list. */
export function TextbookDrawer({ publishId, onClose }: { publishId: number; onClose: () => void }) {
  useRestoreFocus();
  const may = useCan();
  const check = useQuery({ ...queryOf(textbookCheck, { params: { publishId } }), staleTime: 0 });
  const [tab, setTab] = useState('pages');
  const [at, setAt] = useState(0);
  const [sending, setSending] = useState(false);
  const leave = useLeaveUpload(onClose);
  useAskBeforeUnload(sending);
  const { data } = check;
  const problems = data ? data.lost.length + data.unplaced.length + data.chapters.filter(({ silent }) => silent).length : 0;
  return (
    <Drawer
      open
      size="min(1200px, 100%)"
      title={
        <>
          <TitleName>{data?.title ?? ''}</TitleName>的随文内容
        </>
      }
      onClose={() => leave(sending)}
    >
      {check.isError ? (
        <Alert type="error" title={errorMessage(check.error)} action={<Button onClick={() => void check.refetch()}>重试</Button>} />
      ) : null}
      {check.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {data ? (
        <Tabs
          activeKey={tab}
          onChange={setTab}
          destroyOnHidden={false}
          items={[
            {
              key: 'pages',
              label: '页面',
              children: <PlacedPages publishId={publishId} check={data} mayEdit={may('textbook:textbook:edit')} at={at} onChapter={setAt} />,
            },
            { key: 'tracks', label: '音视频', children: <TextbookTracks publishId={publishId} may={may} onSending={setSending} /> },
            {
              key: 'check',
              label: (
                <Badge count={problems} size="small" offset={[10, 0]}>
                  检查
                </Badge>
              ),
              children: (
                <TextbookCheck
                  check={data}
                  open={(index) => {
                    setAt(index);
                    setTab('pages');
                  }}
                  openTracks={() => setTab('tracks')}
                />
              ),
            },
          ]}
        />
      ) : null}
    </Drawer>
  );
}
