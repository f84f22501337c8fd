import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { listPublications, publicationCounts, type PublicationStatus } from '../../../contract/catalog/publication.ts';
import { queryNotices } from '../../../contract/site/notice.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { StatusTag, statusName } from '../catalog/publication-status.tsx';
import { wordsOf } from './say.ts';

const SHOWN: readonly PublicationStatus[] = ['draft', 'checking', 'rejected', 'listed', 'delisted'];

/** What needs me today: publications waiting for a hand, numbers by state, recent notices. */
export function HomePage() {
  const { now } = useSnapshot(session);
  const seesWorks = now.state === 'known' && hasPermission(now.permissions, 'publish:publication:list');
  return (
    <>
      <h1 style={{ fontSize: 18, lineHeight: '28px', margin: '0 0 12px' }}>{now.state === 'known' ? `${now.user.nickName}，您好` : '首页'}</h1>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))' }}>
        {seesWorks ? <Waiting /> : null}
        {seesWorks ? <Numbers /> : null}
        <Notices />
      </div>
    </>
  );
}

function Waiting() {
  const list = useQuery(
    queryOf(listPublications, { query: { status: 'checking', pageNum: 1, pageSize: 10, orderByColumn: 'updateTime', isAsc: 'asc' } }),
  );
  return (
    <Card title="等待上架审核" extra={<Link to="/publication/publicationList">全部出版物</Link>}>
      {list.isPending ? <Skeleton active /> : null}
      {list.isError ? <Button onClick={() => void list.refetch()}>{wordsOf(list.error)}，点击重试</Button> : null}
      {list.data?.rows.length === 0 ? <Empty description="没有等待审核的出版物" /> : null}
      <ul className="ready-list">
        {list.data?.rows.map((row) => (
          <li key={row.publishId}>
            <Link to="/publication/publicationList" className="work-title" style={{ flex: 1 }}>
              {row.title}
            </Link>
            <StatusTag status={row.status} />
            <span className="soft">{row.updateTime.slice(5, 16)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Numbers() {
  const counts = useQuery(queryOf(publicationCounts, {}));
  return (
    <Card title="出版物">
      {counts.isPending ? <Skeleton active /> : null}
      {counts.isError ? <Button onClick={() => void counts.refetch()}>{wordsOf(counts.error)}，点击重试</Button> : null}
      <dl style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 12, margin: 0 }}>
        {counts.data
          ? SHOWN.map((status) => (
              <div key={status}>
                <dt className="soft">{statusName(status)}</dt>
                <dd style={{ margin: 0, fontSize: 24, fontFamily: 'var(--song)' }}>{counts.data[status]}</dd>
              </div>
            ))
          : null}
      </dl>
    </Card>
  );
}

function Notices() {
  const list = useQuery(queryOf(queryNotices, { query: { pageNum: 1, pageSize: 5 } }));
  return (
    <Card title="通知公告" extra={<Link to="/cms/main/notice">更多</Link>}>
      {list.isPending ? <Skeleton active /> : null}
      {list.isError ? <Button onClick={() => void list.refetch()}>{wordsOf(list.error)}，点击重试</Button> : null}
      <ul className="ready-list">
        {list.data?.rows.map((notice) => (
          <li key={notice.noticeId}>
            <Link to={`/cms/main/noticeDetail?noticeId=${notice.noticeId}`} style={{ flex: 1 }}>
              {notice.noticeTitle}
            </Link>
            <span className="soft">{notice.publishTime.slice(5, 10)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
