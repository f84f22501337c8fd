import { Link } from 'react-router-dom';
import { works } from '../../../contract/scholar/works.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { resource, type ResourceWords } from '../crud/resource.ts';

const BOUND = (values: Readonly<Record<string, unknown>>): boolean => values['publishId'] === null || values['publishId'] === undefined;

/** What both pages of works share. */
export const WORKS: ResourceWords<typeof works> = {
  columns: ['worksTitle', 'scholarName', 'workKind', 'role', 'source', 'publishYear', 'hidden', 'orderNum'],
  search: ['scholarName', 'worksTitle', 'workKind', 'hidden'],
  form: ['scholarId', 'publishId', 'title', 'workKind', 'role', 'source', 'publishYear', 'url', 'note', 'hidden', 'orderNum', 'remark'],
  detail: [
    'scholarName',
    'worksTitle',
    'workKind',
    'role',
    'source',
    'publishYear',
    'url',
    'note',
    'hidden',
    'orderNum',
    'remark',
    'createBy',
    'createTime',
  ],
  empty: '暂无作品',
  widths: { worksTitle: 240, scholarName: 120, workKind: 90, role: 90, publishYear: 90, hidden: 80, orderNum: 90 },
  control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['publishTitle'] ?? '')} /> },
  // A publication has its own title, press and address.
  shows: { title: BOUND, url: BOUND },
  lost: () => '学者主页上不再有这部作品，出版物本身不受影响。30 天内可在回收站恢复。',
};

export const allWorks = resource(works, {
  ...WORKS,
  cell: {
    scholarName: (row, tools) =>
      tools.may('house:works:edit') ? <Link to={`/houseScholars/works/${row.scholarId}`}>{row.scholarName}</Link> : row.scholarName,
  },
});
