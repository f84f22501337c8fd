import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { information, informationEvent, queryInformation } from '../../../contract/content/information.ts';
import { informationMachine } from '../../../contract/content/information.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { scholar } from '../../../contract/scholar/scholar.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { PublicationList } from '../catalog/publication-select.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import '../crud/field/rich-text.css';
import { Rejection, releaseActions } from '../state-machine/release-actions.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { Name } from '../ui/name.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type News = WireRow<typeof information>;
type Books = News['books'];

const sendEvent = (row: News, event: ReleaseEvent, note = '') =>
  call(informationEvent, { params: { event, informationId: row.informationId }, body: { note, version: row.version } });

/** A4: news, written, approved by another user, and published. */
export function InformationPage() {
  const client = useQueryClient();
  const [seen, setSeen] = useState<News | null>(null);
  const [rejecting, setRejecting] = useState<{ row: News; tools: Tools } | null>(null);
  const news = useMemo(
    () =>
      resource(information, {
        columns: ['title', 'category', 'status', 'scholarName', 'publishTime', 'viewNum', 'createBy', 'createTime'],
        search: ['title', 'category', 'status', 'createBy'],
        form: [
          'title',
          'category',
          'source',
          'author',
          'scholarId',
          'topFlag',
          'publishTime',
          'expireTime',
          'cover',
          'summary',
          'publishIds',
          'content',
          'remark',
        ],
        detail: [
          'title',
          'category',
          'status',
          'source',
          'author',
          'scholarName',
          'publishTime',
          'expireTime',
          'viewNum',
          'cover',
          'summary',
          'remark',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
        ],
        empty: '暂无资讯',
        widths: { title: 280, category: 100, status: 100, viewNum: 90, createBy: 110 },
        cell: {
          title: (row) => (
            <>
              {row.topFlag === '1' ? <span className="state-tag tag-warning">置顶</span> : null} {row.title}
            </>
          ),
          status: (row) => <DictTag type="cms_information_status" value={row.status} />,
        },
        control: {
          scholarId: (props) => <ReferenceSelect {...props} crud={scholar} fixed={{ status: 'published' }} />,
          publishIds: (props) => <PublicationList {...props} books={(props.row?.['books'] as Books | undefined) ?? []} />,
        },
        rowActions: (row, tools) => [
          ...releaseActions<typeof information>({
            machine: informationMachine,
            state: row.status as ReleaseState,
            name: inTitleMarks(row.title),
            tools,
            fire: (event) => sendEvent(row, event),
            reject: () => setRejecting({ row, tools: tools }),
          }),
          { key: 'see', label: '预览', permission: 'cms:information:query', run: () => setSeen(row) },
        ],
        lost: () => '移入回收站，30 天内可以恢复；读者马上看不到它。',
        written: () => void client.invalidateQueries(allOf(queryInformation)),
      }),
    [client],
  );
  return (
    <>
      <ResourcePage resource={news} />
      {seen ? <Preview row={seen} onClose={() => setSeen(null)} /> : null}
      {rejecting ? (
        <Rejection
          name={inTitleMarks(rejecting.row.title)}
          tools={rejecting.tools}
          fire={(note) => sendEvent(rejecting.row, 'reject', note)}
          onClose={() => setRejecting(null)}
        />
      ) : null}
    </>
  );
}

function Preview({ row, onClose }: { row: News; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(information.get, { params: { id: row.informationId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 640} title={<Name>{row.title}</Name>} onClose={onClose}>
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {found.data ? (
        <>
          {found.data.cover ? <img src={found.data.cover} alt="" style={{ width: '100%', marginBottom: 12 }} /> : null}
          {found.data.summary ? <p className="soft">{found.data.summary}</p> : null}
          {/* The server has cleaned it: no script, no style, only pictures of this server. */}
          <div className="rich-text-shown" dangerouslySetInnerHTML={{ __html: found.data.content }} />
          {found.data.books.length > 0 ? (
            <p className="soft">相关作品：{found.data.books.map((book) => inTitleMarks(book.title)).join('、')}</p>
          ) : null}
        </>
      ) : found.isError ? null : (
        <Skeleton active />
      )}
    </Drawer>
  );
}
