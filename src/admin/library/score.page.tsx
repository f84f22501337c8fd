import { scoreRecord, scoreStat } from '../../../contract/library/record.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { RecordCharts } from './record-charts.tsx';

const scores = resource(scoreRecord, {
  columns: ['targetTitle', 'userName', 'score', 'scoreTime'],
  search: ['targetTitle', 'userName', 'score', 'range'],
  empty: '暂无评分',
  widths: { targetTitle: 320, userName: 140, score: 100, scoreTime: 170 },
  lost: () => '用于刷分等恶意评分。作品的评分会马上重新计算，读者可以再次评分。删除后不能恢复。',
});

/** #119: scores of readers; abusive ones are removed. */
export const ScorePage = () => (
  <ResourcePage
    resource={scores}
    heading={<RecordCharts endpoint={scoreStat} what="评分" unit="个" partsTitle="按星级" partName={(value) => `${value} 星`} />}
  />
);
