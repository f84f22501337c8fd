import { browse, browseStat } from '../../../contract/library/browse.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { RecordCharts } from './record-charts.tsx';

const browses = resource(browse, {
  columns: ['targetTitle', 'targetType', 'userName', 'seconds', 'device', 'network', 'createTime'],
  search: ['userName', 'targetType', 'range'],
  empty: '暂无浏览记录',
  widths: { targetTitle: 300, targetType: 110, userName: 120, seconds: 110, device: 80, network: 150, createTime: 170 },
  cell: { userName: (row) => row.userName || <span className="soft">访客</span> },
});

/** #116: what readers and visitors looked at. */
export function BrowsePage() {
  const types = useDict('info_target_type');
  const name = (value: string) => types.find((one) => one.value === value)?.label ?? value;
  return (
    <ResourcePage resource={browses} heading={<RecordCharts endpoint={browseStat} what="浏览" unit="次" partsTitle="按内容类型" partName={name} />} />
  );
}
