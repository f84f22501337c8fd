import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { useParams } from 'react-router-dom';
import { minutesDetail } from '../../../contract/topic/minutes.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { Signed } from './minutes-panel.tsx';
import './print-sheet.css';

/** The minutes as a sheet of paper. */
export function MinutesPrintPage() {
  const minutesId = Number(useParams()['minutesId']);
  const found = useQuery({ ...queryOf(minutesDetail, { params: { minutesId } }), staleTime: 0 });
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  const { session, fileNo, status } = found.data;
  const present = session.attendees.filter((one) => one.present);
  return (
    <article className="print-sheet" aria-labelledby="sheet-title">
      <div className="print-bar">
        <Button icon={<PrinterOutlined />} onClick={() => print()}>
          打印
        </Button>
      </div>
      <h1 id="sheet-title">{session.title}纪要</h1>
      <p className="print-number">
        {fileNo}
        {status === 'draft' ? '（草稿）' : ''}
      </p>
      <p>
        时间：{session.meetingTime.slice(0, 16)}　地点：{session.place || '—'}　主持：{session.hostName}　记录：{session.recorderName}
      </p>
      <p>
        到会（{present.length} / {session.attendees.length}）：{present.map(({ nickName }) => nickName).join('、')}
      </p>
      {session.absentees ? <p>请假：{session.absentees}</p> : null}
      <h2>议题和结论</h2>
      <Signed one={found.data} />
    </article>
  );
}
