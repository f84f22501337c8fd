import type { PublicationStatus } from '../../../contract/catalog/publication.ts';
import { useDark } from '../ui/use-device.ts';

type Family = 'rest' | 'review' | 'bad' | 'out';

const NAMES: Readonly<Record<PublicationStatus, readonly [string, Family]>> = {
  draft: ['待完善', 'rest'],
  checking: ['上架审核', 'review'],
  rejected: ['驳回', 'bad'],
  listed: ['已上架', 'out'],
  delisted: ['已下架', 'rest'],
  recalled: ['已召回', 'bad'],
};

const COLOURS: Readonly<Record<Family, readonly [light: string, lightGround: string, dark: string, darkGround: string]>> = {
  rest: ['#5c6370', '#f0efec', '#a6adb8', '#262625'],
  review: ['#1868bd', '#e6f1fd', '#6cb5ff', '#14263a'],
  bad: ['#b4382c', '#fbeae7', '#e07b70', '#35201d'],
  out: ['#2e7440', '#e8f3ea', '#6fbf83', '#17291b'],
};

export const statusName = (status: PublicationStatus): string => NAMES[status][0];

/** A dot and a word, coloured by the family of the state. */
export function StatusTag({ status }: { status: PublicationStatus }) {
  const dark = useDark();
  const [name, family] = NAMES[status];
  const [light, lightGround, night, nightGround] = COLOURS[family];
  const style = { '--tag-ink': dark ? night : light, '--tag-ground': dark ? nightGround : lightGround } as React.CSSProperties;
  return (
    <span className={status === 'draft' ? 'state-tag hollow' : 'state-tag'} style={style}>
      {name}
    </span>
  );
}
