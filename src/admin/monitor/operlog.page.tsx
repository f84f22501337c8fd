import { cleanOperlog, operlog, verifyOperlog } from '../../../contract/monitor/operlog.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { CleanButton } from './clean-button.tsx';
import { VerifyButton } from './verify-button.tsx';
import './monitor.css';

const code = (text: string) => (text ? <span className="code">{text}</span> : null);

/** Pretty-printed JSON; truncated JSON is shown unchanged. */
function Json({ text }: { text: string }) {
  if (!text) return <span className="soft">—</span>;
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Longer than the log keeps.
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <pre className="monitor-json" tabIndex={0}>
      {shown}
    </pre>
  );
}

const logs = resource(operlog, {
  columns: ['title', 'businessType', 'operName', 'deptName', 'operIp', 'status', 'operTime', 'costTime'],
  search: ['title', 'operName', 'status', 'businessType', 'operIp', 'range'],
  detail: [
    'title',
    'businessType',
    'operName',
    'deptName',
    'operIp',
    'operLocation',
    'operTime',
    'costTime',
    'requestMethod',
    'status',
    'operUrl',
    'method',
    'errorMsg',
    'operParam',
    'jsonResult',
  ],
  empty: '暂无日志',
  widths: { title: 150, operName: 110, deptName: 110, operIp: 130, status: 90, operTime: 130, costTime: 116 },
  cell: {
    operIp: (row) => code(row.operIp),
    operUrl: (row) => code(row.operUrl),
    method: (row) => code(row.method),
    requestMethod: (row) => code(row.requestMethod),
    operParam: (row) => <Json text={row.operParam} />,
    jsonResult: (row) => <Json text={row.jsonResult} />,
    costTime: (row) => (row.costTime >= SLOW_MS ? <strong className="monitor-slow">{row.costTime}</strong> : row.costTime),
  },
  toolbar: (tools) => (
    <>
      <CleanButton tools={tools} endpoint={cleanOperlog} permission="monitor:operlog:remove" name="操作日志" kept />
      <VerifyButton tools={tools} endpoint={verifyOperlog} permission="monitor:operlog:query" />
    </>
  ),
});
const SLOW_MS = 1_000;

/** #100: operations in the back office, by user. */
export const OperlogPage = () => <ResourcePage resource={logs} />;
