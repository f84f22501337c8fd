import { collectRecord, collectStat } from '../../../contract/library/record.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { RecordCharts } from './record-charts.tsx';

const collects = resource(collectRecord, {
  columns: ['targetTitle', 'targetType', 'userName', 'createTime'],
  search: ['targetTitle', 'userName', 'range'],
  empty: '暂无收藏记录',
  widths: { targetTitle: 320, targetType: 110, userName: 140, createTime: 170 },
});

/** #117: what readers have in their favourites. */
export function CollectPage() {
  const types = useDict('info_target_type');
  const name = (value: string) => types.find((one) => one.value === value)?.label ?? value;
  return (
    <ResourcePage
      resource={collects}
      heading={<RecordCharts endpoint={collectStat} what="收藏" unit="次" partsTitle="按内容类型" partName={name} />}
    />
  );
}
