import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Table } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { notice, noticeEvent, readers, topNotices, type Notice } from '../../../contract/system/notice.ts';
import { noticeMachine } from '../../../contract/system/notice.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { queryNotices } from '../../../contract/content/notice.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/field/rich-text.css';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Rejection, releaseActions } from '../state-machine/release-actions.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Name, TitleName } from '../ui/name.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { emptyText } from '../crud/list-states.tsx';

const sendEvent = (row: Notice, event: ReleaseEvent, note = '') =>
  call(noticeEvent, { params: { event, noticeId: row.noticeId }, body: { note, version: row.version } });

/** #98: notices: written, approved by another user, and published. */
export function NoticePage() {
  const client = useQueryClient();
  const [seen, setSeen] = useState<Notice | null>(null);
  const [readBy, setReadBy] = useState<Notice | null>(null);
  const [rejecting, setRejecting] = useState<{ row: Notice; tools: Tools } | null>(null);
  const notices = useMemo(() => {
    return resource(notice, {
      columns: ['noticeTitle', 'noticeType', 'audience', 'state', 'publishTime', 'viewNum', 'createBy', 'createTime'],
      search: ['noticeTitle', 'createBy', 'noticeType', 'state'],
      form: ['noticeTitle', 'noticeType', 'audience', 'topFlag', 'publishTime', 'expireTime', 'noticeContent', 'remark'],
      empty: '暂无公告',
      widths: { noticeTitle: 280, noticeType: 90, audience: 100, state: 100, viewNum: 90, createBy: 110 },
      cell: {
        noticeTitle: (row) => (
          <>
            {row.topFlag === '1' ? <span className="state-tag tag-warning">置顶</span> : null} {row.noticeTitle}
          </>
        ),
        state: (row) => <DictTag type="system_notice_status" value={row.state} />,
      },
      rowActions: (row, tools) => [
        ...releaseActions<typeof notice>({
          machine: noticeMachine,
          state: row.state as ReleaseState,
          name: inTitleMarks(row.noticeTitle),
          tools,
          fire: (event) => sendEvent(row, event),
          reject: () => setRejecting({ row, tools: tools }),
        }),
        { key: 'see', label: '预览', run: () => setSeen(row) },
        { key: 'readers', label: '已读用户', permission: 'system:notice:list', run: () => setReadBy(row) },
      ],
      lost: () => '移入回收站，30 天内可以恢复；读者马上看不到它。',
      written: () => [queryNotices, topNotices].forEach((one) => void client.invalidateQueries(allOf(one))),
    });
  }, [client]);
  return (
    <>
      <ResourcePage resource={notices} />
      {seen ? <Preview row={seen} onClose={() => setSeen(null)} /> : null}
      {readBy ? <Readers row={readBy} onClose={() => setReadBy(null)} /> : null}
      {rejecting ? (
        <Rejection
          name={inTitleMarks(rejecting.row.noticeTitle)}
          tools={rejecting.tools}
          fire={(note) => sendEvent(rejecting.row, 'reject', note)}
          onClose={() => setRejecting(null)}
        />
      ) : null}
    </>
  );
}

function Preview({ row, onClose }: { row: Notice; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(notice.get, { params: { id: row.noticeId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 640} title={<Name>{row.noticeTitle}</Name>} onClose={onClose}>
      {/* The server has cleaned it: no script, no style, only pictures of this server. */}
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {found.data ? (
        <div className="rich-text-shown" dangerouslySetInnerHTML={{ __html: found.data.noticeContent }} />
      ) : found.isError ? null : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

function Readers({ row, onClose }: { row: Notice; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [pageNum, setPageNum] = useState(1);
  const [searchValue, setSearchValue] = useState('');
  const list = useQuery(queryOf(readers, { query: { noticeId: row.noticeId, searchValue, pageNum, pageSize: 10 } }));
  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title={
        <>
          <TitleName>{row.noticeTitle}</TitleName>的已读用户
        </>
      }
      onClose={onClose}
    >
      <Input.Search
        aria-label="查找用户"
        placeholder="账号或昵称"
        allowClear
        style={{ marginBottom: 12 }}
        onSearch={(text) => (setSearchValue(text), setPageNum(1))}
      />
      <Table
        rowKey="userId"
        size="small"
        loading={list.isPending}
        dataSource={list.data?.rows ?? []}
        locale={{ emptyText: emptyText(list, '还没有人读过') }}
        pagination={{ current: pageNum, pageSize: 10, total: list.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
        scroll={{ x: 480 }}
        columns={[
          { title: '用户昵称', dataIndex: 'nickName', width: 120 },
          { title: '登录账号', dataIndex: 'userName', width: 120 },
          { title: '部门', dataIndex: 'deptName', width: 120 },
          { title: '阅读时间', dataIndex: 'readTime', width: 150 },
        ]}
      />
    </Drawer>
  );
}
