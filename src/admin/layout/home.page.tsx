import { useQuery } from '@tanstack/react-query';
import { Button, Card, Result, Skeleton, Space } from 'antd';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { dashboard } from '../../../contract/monitor/dashboard.ts';
import { queryNotices } from '../../../contract/content/notice.ts';
import { queryOf } from '../../api/query-client.ts';
import { count } from '../../format/number.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { Chart } from '../chart/chart.tsx';
import { useDict } from '../crud/field/dict-tag.tsx';
import { measured } from '../report/report-format.ts';
import './home.css';
import { errorMessage } from '../ui/error-message.ts';

/** #60: the user's open tasks, then the numbers and the last 30 days that the user may see. */
export function HomePage() {
  const { now } = useSnapshot(session);
  const found = useQuery(queryOf(dashboard, {}));
  const statuses = useDict('publish_publication_status');
  const data = found.data;
  const mayTodo = now.state === 'authenticated' && hasPermission(now.permissions, 'flowable:task:todo');
  const mayHear = now.state === 'authenticated' && hasPermission(now.permissions, 'publish:audio:list');
  return (
    <div className="home-admin">
      <h1>{now.state === 'authenticated' ? `${now.user.nickName}，您好` : '首页'}</h1>
      <div className="home-columns">
        <Card title="今天等我处理的" extra={mayTodo && data && data.todoTotal > 0 ? <Link to="/task/todo">全部 {data.todoTotal} 件</Link> : null}>
          {found.isError ? (
            <Result
              status="error"
              title="加载失败"
              subTitle={errorMessage(found.error)}
              extra={<Button onClick={() => void found.refetch()}>重试</Button>}
            />
          ) : null}
          {found.isPending ? <Skeleton active /> : null}
          {data?.todos.length === 0 ? <p className="soft">没有待办，可以安心读会儿书</p> : null}
          <ul className="ready-list">
            {data?.todos.map((one) => (
              <li key={one.key}>
                <Link to={mayTodo ? `/task/todo?source=${one.key}` : one.link} style={{ flex: 1 }}>
                  {one.label}
                </Link>
                <strong>{one.count} 件</strong>
                <Waited days={one.oldestDays} />
              </li>
            ))}
          </ul>
        </Card>
        <Notices />
      </div>
      {data && data.today.length > 0 ? (
        <dl className="home-numbers" aria-label="今天">
          {data.today.map((one) => (
            <div key={one.key} className="admin-card">
              <dt className="soft">{one.label}</dt>
              <dd>
                <Link to={one.link} aria-label={`${one.label} ${measured(one.value, one.measure)}${one.unit}，看明细`}>
                  {measured(one.value, one.measure)}
                </Link>
                <span className="soft">{one.unit}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {data && data.numbers.length > 0 ? (
        <dl className="home-numbers">
          {data.numbers.map((one) => (
            <div key={one.key} className="admin-card">
              <dt className="soft">{one.label}</dt>
              <dd>
                {count(one.value)}
                <span className="soft">近 30 天 {one.recent > 0 ? `+${count(one.recent)}` : '0'}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="home-columns">
        {data && data.activity.length > 0 ? (
          <Card title="近 30 天">
            <Chart label="近 30 天每天的新用户、收藏、存到本机和上架" kind="line" names={data.days} series={data.activity} unit="" />
          </Card>
        ) : null}
        {data && data.works.some((one) => one.count > 0) ? (
          <Card
            title="出版物"
            extra={
              <Space size="middle">
                <Link to="/publication/publicationList">{mayHear ? '图书' : '全部'}</Link>
                {mayHear ? <Link to="/publication/audio">音像</Link> : null}
              </Space>
            }
          >
            <Chart
              label="各状态的出版物数量"
              kind="bar"
              names={data.works.map((one) => statuses.find((status) => status.value === one.status)?.label ?? one.status)}
              series={[{ name: '种', values: data.works.map((one) => one.count) }]}
              unit=" 种"
            />
          </Card>
        ) : null}
      </div>
    </div>
  );
}

const LATE_DAYS = 3;

function Waited({ days }: { days: number }) {
  if (days === 0) return <span className="soft">今天</span>;
  return days > LATE_DAYS ? <strong className="late">等了 {days} 天</strong> : <span className="soft">等了 {days} 天</span>;
}

function Notices() {
  const list = useQuery(queryOf(queryNotices, { query: { pageNum: 1, pageSize: 5 } }));
  return (
    <Card title="通知公告" extra={<Link to="/cms/main/notice">更多</Link>}>
      {list.isPending ? <Skeleton active /> : null}
      {list.isError ? <Button onClick={() => void list.refetch()}>{errorMessage(list.error)}，点击重试</Button> : null}
      {list.data?.rows.length === 0 ? <p className="soft">暂无公告</p> : null}
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
