import { collection } from '../../../contract/catalog/collection.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { PublicationList } from './publication-select.tsx';

type Books = readonly { publishId: number; title: string }[];

const collections = resource(collection, {
  columns: ['collectionName', 'kind', 'size', 'orderNum', 'status', 'updateBy', 'updateTime'],
  search: ['collectionName', 'kind', 'status'],
  form: ['collectionName', 'kind', 'orderNum', 'status', 'cover', 'intro', 'publishIds', 'remark'],
  detail: ['collectionName', 'kind', 'size', 'orderNum', 'status', 'cover', 'intro', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
  empty: '暂无专题',
  widths: { collectionName: 220 },
  control: { publishIds: (props) => <PublicationList {...props} books={(props.row?.['books'] as Books | undefined) ?? []} /> },
  lost: () => '读者在作品页和栏目里不再看到它，里面的作品不受影响。30 天内可在回收站恢复。',
});

/** A6: ordered sets of publications. */
export const CollectionPage = () => <ResourcePage resource={collections} />;
