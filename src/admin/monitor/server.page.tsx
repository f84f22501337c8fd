import { useQuery } from '@tanstack/react-query';
import { Button, Card, Descriptions, Progress, Skeleton } from 'antd';
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import WarningFilled from '@ant-design/icons/WarningFilled';
import { getServer, serverHistory, type ServerState } from '../../../contract/monitor/server.ts';
import { queryOf } from '../../api/query-client.ts';
import { Chart } from '../chart/chart.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { errorMessage } from '../ui/error-message.ts';
import './monitor.css';
import { LoadFailed } from '../crud/list-states.tsx';

const EVERY_MS = 5_000;
/** Percent above which a gauge is amber, while there is still time to react. */
const CAREFUL = 85;

interface GaugeProps {
  readonly name: string;
  readonly percent: number;
  readonly facts: readonly string[];
  /** Advice shown when it is nearly full. */
  readonly care: string;
}

function Gauge({ name, percent, facts, care }: GaugeProps) {
  const full = percent >= CAREFUL;
  return (
    <section className="admin-card monitor-gauge" aria-label={name}>
      <Progress
        type="circle"
        size={78}
        percent={percent}
        strokeColor={full ? '#e0a526' : '#409eff'}
        format={(value) => <strong>{Math.round(value ?? 0)}%</strong>}
        aria-label={`${name}已用`}
      />
      <div>
        <h2 className="admin-h2">{name}</h2>
        {facts.map((fact) => (
          <div key={fact} className="soft">
            {fact}
          </div>
        ))}
        {full ? <div className="monitor-care">{care}</div> : null}
      </div>
    </section>
  );
}

const gaugesOf = ({ cpu, mem, jvm, sysFiles }: ServerState): GaugeProps[] => [
  {
    name: '处理器',
    percent: cpu.total,
    facts: [`${cpu.cpuNum} 核，系统 ${Math.round(cpu.sys)}%，用户 ${Math.round(cpu.used)}%`, `等待磁盘 ${Math.round(cpu.wait)}%`],
    care: '持续这样高时，请看数据监控里的语句',
  },
  { name: '内存', percent: mem.usage, facts: [`共 ${mem.total} GB，余 ${mem.free} GB`], care: '余量不多，请增加内存或迁走别的程序' },
  ...sysFiles.slice(0, 1).map((disk) => ({
    name: disk.typeName,
    percent: disk.usage,
    facts: [`共 ${disk.total}，余 ${disk.free}`],
    care: '余量不多，请清理或扩容；写满后不能上传和保存',
  })),
  {
    name: '进程',
    percent: jvm.usage,
    facts: [`堆 ${jvm.used} / ${jvm.max} MB`, `共占内存 ${jvm.resident} MB`],
    care: '接近上限，请在空闲时重启服务',
  },
];

/** #148: the machine and the process, now and during the last ten minutes. */
export function ServerPage() {
  const state = useQuery({ ...queryOf(getServer, {}), staleTime: 0, refetchInterval: EVERY_MS });
  const history = useQuery({ ...queryOf(serverHistory, {}), staleTime: 0, refetchInterval: EVERY_MS });
  if (state.isError && !state.data) return <LoadFailed query={state} />;
  if (!state.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const gauges = gaugesOf(state.data);
  const careful = gauges.filter((one) => one.percent >= CAREFUL).map((one) => one.name);
  const samples = history.data ?? [];
  const names = samples.map((one) => one.time);
  const { jvm, sys, sysFiles } = state.data;
  const facts: [string, string][] = [
    ['主机', sys.computerName],
    ['地址', sys.computerIp],
    ['系统', `${sys.osName} ${sys.osArch}`],
    ['运行环境', `${jvm.name} ${jvm.version}`],
    ['启动时间', jvm.startTime],
    ['安装位置', sys.userDir],
    ['程序位置', jvm.home],
    ['启动参数', jvm.inputArgs || '—'],
  ];
  return (
    <>
      <HiddenTitle />
      <div className="monitor-head">
        {state.isError ? (
          <strong className="late">
            <WarningFilled aria-hidden /> 刷新失败：{errorMessage(state.error)}
          </strong>
        ) : careful.length > 0 ? (
          <strong className="monitor-care">
            <WarningFilled aria-hidden /> {careful.join('、')}用得较满
          </strong>
        ) : (
          <strong>
            <CheckCircleFilled aria-hidden className="monitor-good" /> 运行正常
          </strong>
        )}
        <span className="soft">已连续运行{jvm.runTime.replace(/^0天(0小时)?/, '')}，每 5 秒刷新</span>
        <span style={{ flex: 1 }} />
        <Button icon={<ReloadOutlined />} onClick={() => void Promise.all([state.refetch(), history.refetch()])}>
          刷新
        </Button>
      </div>
      <div className="monitor-gauges">
        {gauges.map((one) => (
          <Gauge key={one.name} {...one} />
        ))}
      </div>
      <div className="monitor-charts">
        <Card title="负载（近十分钟）">
          <Chart
            label="处理器、内存和事件循环的负载"
            kind="line"
            unit="%"
            most={100}
            height={240}
            names={names}
            series={[
              { name: '处理器', values: samples.map((one) => one.cpu) },
              { name: '内存', values: samples.map((one) => one.memory) },
              { name: '事件循环', values: samples.map((one) => one.busy) },
            ]}
          />
        </Card>
        <Card title="请求（近十分钟）">
          <Chart
            label="每秒请求和数据库语句"
            kind="line"
            height={240}
            names={names}
            series={[
              { name: '请求（次/秒）', values: samples.map((one) => one.requests) },
              { name: '数据库语句（条/秒）', values: samples.map((one) => one.statements) },
            ]}
          />
        </Card>
        <Card title="环境">
          <Descriptions
            bordered
            size="small"
            column={1}
            items={facts.map(([label, text]) => ({ key: label, label, children: <span className="code monitor-break">{text}</span> }))}
          />
        </Card>
        <Card title="磁盘">
          <ul className="monitor-disks">
            {sysFiles.map((disk) => (
              <li key={disk.dirName}>
                <div>
                  <strong>{disk.typeName}</strong> <span className="code soft monitor-break">{disk.dirName}</span>
                </div>
                <Progress
                  percent={disk.usage}
                  strokeColor={disk.usage >= CAREFUL ? '#e0a526' : '#409eff'}
                  format={(value) => `${Math.round(value ?? 0)}%`}
                  aria-label={`${disk.typeName}已用`}
                />
                <div className="soft">
                  {disk.sysTypeName}，共 {disk.total}，已用 {disk.used}，余 {disk.free}
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
