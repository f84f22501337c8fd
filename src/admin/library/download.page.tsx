import { downloadRecord, downloadStat } from '../../../contract/library/record.ts';
import { bytes } from '../../format/bytes.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { RecordCharts } from './record-charts.tsx';

const downloads = resource(downloadRecord, {
  columns: ['targetTitle', 'trackTitle', 'userName', 'result', 'size', 'device', 'network', 'createTime'],
  search: ['targetTitle', 'userName', 'result', 'range'],
  empty: '暂无下载记录',
  widths: { targetTitle: 240, trackTitle: 180, userName: 120, result: 90, size: 120, device: 160, network: 150, createTime: 170 },
  cell: { size: (row) => bytes(row.size) },
});

/** #118: what readers stored on their devices. */
export function DownloadPage() {
  const results = useDict('info_download_result');
  const name = (value: string) => results.find((one) => one.value === value)?.label ?? value;
  return (
    <ResourcePage resource={downloads} heading={<RecordCharts endpoint={downloadStat} what="下载" unit="次" partsTitle="按结果" partName={name} />} />
  );
}
