import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button, Dropdown, Select, Skeleton, Space } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import { useSearchParams } from 'react-router-dom';
import { exportReport, reportData, reportTabs } from '../../../contract/report/report.ts';
import { FORMATS, type ReportFormat } from '../../../contract/report/report-subscription.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportRangeControl } from './report-range.tsx';
import { ReportView } from './report-view.tsx';
import { thisYear, type Days } from './report-days.ts';
import './report.css';
import { Tabs } from '../ui/tabs.tsx';

const FigureRows = loadable(async () => (await import('./figure-rows.tsx')).FigureRows);
const Subscriptions = loadable(async () => (await import('./subscription-drawer.tsx')).SubscriptionDrawer);

/**
 * #137: the reports, for a range of days. The address keeps the report, the days, the filter and the opened figure, so that it can be passed on. A tab
 * without its right is not there.
 */
export function ReportPage() {
  const [search, setSearch] = useSearchParams();
  const may = useCan();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const [subscribing, setSubscribing] = useState(false);
  const tabs = useQuery(queryOf(reportTabs, {}));
  const asked = search.get('report');
  const key = (tabs.data?.some((tab) => tab.key === asked) ? asked : tabs.data?.[0]?.key) ?? '';
  const [initial] = useState(() => thisYear(new Date()));
  const days: Days = { begin: search.get('begin') ?? initial.begin, end: search.get('end') ?? initial.end };
  const filter = search.get('filter') ?? '';
  const found = useQuery({
    ...queryOf(reportData, { params: { key }, query: { ...days, filter } }),
    enabled: key !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const report = found.data?.key === key ? found.data : null;
  const opened = report?.figures.find((figure) => figure.key === search.get('figure') && figure.kind !== 'calculated');
  const go = (part: Record<string, string>) => {
    const next = { report: key, ...days, filter, ...part };
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true });
  };
  const download = (format: ReportFormat) => {
    receiveFile(exportReport, { key, ...days, filter, format }).catch((error: unknown) => void message.error(errorMessage(error)));
  };
  if (tabs.isError && !tabs.data) return <LoadFailed query={tabs} />;
  return (
    <div className="report">
      <HiddenTitle />
      <div className="report-bar">
        <ReportRangeControl days={days} onChange={(next) => go({ ...next })} />
        <Space wrap>
          {may('report:report:export') ? (
            <Dropdown
              trigger={['click']}
              disabled={!report}
              menu={{
                items: Object.entries(FORMATS).map(([format, label]) => ({ key: format, label })),
                onClick: (item) => download(item.key as ReportFormat),
              }}
            >
              <Button icon={<DownloadOutlined />} disabled={!report}>
                导出
              </Button>
            </Dropdown>
          ) : null}
          <Button icon={<MailOutlined />} disabled={!report} onClick={() => setSubscribing(true)}>
            订阅
          </Button>
        </Space>
      </div>
      {narrow ? (
        // All tabs do not fit, and the list of the others would be inside the list of tabs.
        <Select
          aria-label="报表"
          value={key}
          options={(tabs.data ?? []).map((tab) => ({ value: tab.key, label: tab.label }))}
          onChange={(next) => go({ report: next, filter: '' })}
        />
      ) : (
        <Tabs
          activeKey={key}
          onChange={(next) => go({ report: next, filter: '' })}
          items={(tabs.data ?? []).map((tab) => ({ key: tab.key, label: tab.label }))}
        />
      )}
      {report ? <ReportFilters filters={report.filters} filter={filter} onChange={(next) => go({ filter: next })} /> : null}
      {found.isError && (!report || !found.isPlaceholderData) ? (
        <LoadFailed query={found} />
      ) : report ? (
        <div className="report-shown" aria-busy={found.isPlaceholderData}>
          <ReportView report={report} onOpen={(figure) => go({ figure: figure.key })} />
        </div>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
      {report && opened && !found.isPlaceholderData ? (
        <FigureRows key={opened.key} report={report} figure={opened} onClose={() => go({ figure: '' })} />
      ) : null}
      {report && subscribing ? <Subscriptions report={report} onClose={() => setSubscribing(false)} /> : null}
    </div>
  );
}
