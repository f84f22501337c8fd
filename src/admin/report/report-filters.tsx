import { Select, Space } from 'antd';
import { filterOf, filterText, type Report } from '../../../contract/report/report.ts';

/** The filters of a report; an empty choice is all. */
export function ReportFilters({ filters, filter, onChange }: { filters: Report['filters']; filter: string; onChange: (filter: string) => void }) {
  const chosen = filterOf(filter);
  if (filters.length === 0) return null;
  return (
    <Space wrap className="report-filters">
      {filters.map(({ key, label, choices }) => (
        <Select<string | null>
          key={key}
          aria-label={label}
          placeholder={`全部${label}`}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          className="report-filter"
          value={chosen[key] ?? null}
          options={choices}
          onChange={(value) => onChange(filterText({ ...chosen, [key]: value ?? '' }))}
        />
      ))}
    </Space>
  );
}
