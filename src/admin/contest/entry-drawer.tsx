import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Skeleton } from 'antd';
import { blindCopyMachine } from '../../../contract/contest/blind-copy.machine.ts';
import { contestSubmitMachine } from '../../../contract/contest/contest-submit.machine.ts';
import { confirmBlindFile, downloadEntryFile, entryDetail, entryEvent, type StaffEntry } from '../../../contract/contest/contest-submit.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { bytes } from '../../format/bytes.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly submitId: number;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** One entry: what was sent, the copies for the judges with the names found in them, and its events. */
export function EntryDrawer({ submitId, onClose, onDone }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<StaffEntry['can'][number] | null>(null);
  const found = useQuery({ ...queryOf(entryDetail, { params: { submitId } }), staleTime: 0 });
  const one = found.data;
  const refresh = async () => {
    await Promise.all([found.refetch(), onDone()]);
  };
  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={one ? `《${one.title}》` : '参赛作品'}
      onClose={onClose}
      extra={
        one && one.can.length > 0 ? (
          <EventButtons machine={contestSubmitMachine} can={one.can} onPick={(picked) => setEvent(picked as typeof event)} />
        ) : null
      }
    >
      {found.isError && !one ? <LoadFailed query={found} /> : null}
      {one ? (
        <div className="contest-drawer">
          <Descriptions
            bordered
            size="small"
            column={1}
            items={[
              { key: 'status', label: '状态', children: <StateTag machine={contestSubmitMachine} state={one.status} /> },
              { key: 'no', label: '编号', children: one.submitNo || '—' },
              { key: 'group', label: '组别', children: one.group },
              { key: 'author', label: '作者', children: [one.contestantName, ...one.team.map(({ name }) => name)].join('、') },
              { key: 'college', label: '院校', children: one.collegeName || '—' },
              { key: 'instructor', label: '指导老师', children: one.instructor || '—' },
              { key: 'avoid', label: '请求回避', children: one.avoid || '—' },
              { key: 'intro', label: '介绍', children: one.intro || '—' },
              ...one.more.map(({ label, value, identifying }) => ({
                key: `own ${label}`,
                label,
                children: (
                  <>
                    {value} <span className="soft">{identifying ? '评委看不到' : '评委可见'}</span>
                  </>
                ),
              })),
            ]}
          />
          <h3>文件</h3>
          {one.fileList.length === 0 ? <p className="soft">没有文件</p> : null}
          <ul className="contest-files">
            {one.fileList.map((file) => (
              <li key={file.fileId}>
                <FileLine file={file} onDone={refresh} />
              </li>
            ))}
          </ul>
          <h3>流转记录</h3>
          <TransitionLog rows={one.log} />
        </div>
      ) : found.isError ? null : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
      {event && one ? (
        <EventDialog
          event={contestSubmitMachine.events[event]}
          name={`《${one.title}》`}
          onClose={() => setEvent(null)}
          onSend={async (reason) => {
            await call(entryEvent, { params: { event, submitId }, body: { reason } });
            await refresh();
          }}
        />
      ) : null}
    </Drawer>
  );
}

function FileLine({ file, onDone }: { file: StaffEntry['fileList'][number]; onDone: () => Promise<void> }) {
  const { message } = App.useApp();
  const may = useCan();
  const run = (work: () => Promise<unknown>) => work().catch((error: unknown) => void message.error(errorMessage(error)));
  // What no program can read, such as the text in a picture, is never said to be clean.
  const unread = file.blindState === 'ready' && file.findings.length > 0;
  return (
    <>
      <div className="contest-file-line">
        <strong>{file.fileName}</strong>
        <span className="soft">{bytes(file.fileSize)}</span>
        <span className={inGroup(blindCopyMachine, 'unclear', file.blindState) ? 'late' : 'soft'}>
          {blindCopyMachine.states[file.blindState].label}
          {unread ? '，有未能检查的部分' : ''}
        </span>
        <Button
          size="small"
          onClick={() => void run(() => receiveFile({ method: 'GET', path: downloadEntryFile.path.replace('{fileId}', String(file.fileId)) }))}
        >
          下载
        </Button>
      </div>
      {file.findings.length > 0 ? (
        <Alert
          type={file.blindState === 'failed' ? 'error' : unread ? 'info' : 'warning'}
          title={
            file.blindState === 'failed'
              ? '这个文件没能匿名，请退回补正'
              : unread
                ? '属性里的作者信息已去除；这些部分程序看不了，请打开文件看一遍'
                : '正文里可能有作者信息，评委暂时看不到这个文件'
          }
          description={
            <ul>
              {file.findings.map(({ place, text }, at) => (
                <li key={at}>
                  {place}：{text}
                </li>
              ))}
            </ul>
          }
          action={
            file.blindState === 'found' && may('contest:submit:audit') ? (
              <Button
                onClick={() =>
                  void run(async () => {
                    await call(confirmBlindFile, { params: { fileId: file.fileId } });
                    void message.success('已确认，评委可以打开');
                    await onDone();
                  })
                }
              >
                已看过，可以给评委
              </Button>
            ) : null
          }
        />
      ) : null}
    </>
  );
}
