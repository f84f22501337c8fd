import { Button } from 'antd';
import { partsName, partUnit } from '../../../contract/media/part-name.ts';
import type { Work } from '../../../contract/media/work.ts';
import { lengthOf } from './track-row.tsx';

export const kindName = ({ kind }: Pick<Work, 'kind'>): string => (kind === 'video' ? '视频' : '音频');

/** Totals of the parts of a work, and the number of failed ones, which `open` shows. */
export function WorkExtent({ work, open }: { work: Work; open: () => void }) {
  const unit = partUnit(work);
  if (work.trackCount === 0) return `还没有${partsName(work)}`;
  return (
    <>
      {`${work.trackCount} ${unit} · ${lengthOf(work.durationSec)}`}
      {work.readyCount < work.trackCount ? <span className="unbroken">{`（${work.readyCount} ${unit}可播放）`}</span> : null}
      {work.failedCount > 0 ? (
        <Button type="link" size="small" danger style={{ paddingInline: 0 }} onClick={open}>
          {work.failedCount} {unit}没有处理成功
        </Button>
      ) : null}
    </>
  );
}
