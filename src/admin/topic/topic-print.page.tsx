import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { useParams } from 'react-router-dom';
import { topicDetail } from '../../../contract/topic/topic.ts';
import { topicMachine } from '../../../contract/topic/topic.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { TopicFacts } from './topic-facts.tsx';
import './print-sheet.css';

/** The declaration form as a sheet of paper. */
export function TopicPrintPage() {
  const topicId = Number(useParams()['topicId']);
  const found = useQuery({ ...queryOf(topicDetail, { params: { topicId } }), staleTime: 0 });
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  const { topic, log } = found.data;
  return (
    <article className="print-sheet" aria-labelledby="sheet-title">
      <div className="print-bar">
        <Button icon={<PrinterOutlined />} onClick={() => print()}>
          打印
        </Button>
      </div>
      <h1 id="sheet-title">选题申报表</h1>
      <p className="print-number">
        {topic.topicNo || '（未提交）'}　{topicMachine.states[topic.status as 'draft'].label}
      </p>
      <p className="print-name">《{topic.title}》</p>
      <TopicFacts detail={found.data} level={2} />
      <h2>办理记录</h2>
      <ul>
        {log.map((row) => (
          <li key={`${row.at} ${row.event}`}>
            {row.at.slice(0, 16)}　{row.operatorName}　{row.event}
            {row.note ? `：${row.note}` : ''}
          </li>
        ))}
      </ul>
    </article>
  );
}
