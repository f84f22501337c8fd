import { textbook } from '../../../contract/textbook/textbook.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const textbooks = resource(textbook, {
  columns: ['title', 'courseName', 'stage', 'subject', 'gradeTerm', 'placedCount', 'lostCount', 'status', 'updateTime'],
  search: ['title', 'stage', 'subject'],
  form: ['publishId', 'courseName', 'stage', 'subject', 'gradeTerm', 'approvedNo', 'supportedBook', 'answerLanguage', 'teacherOnlyBank'],
  detail: [
    'title',
    'courseName',
    'stage',
    'subject',
    'gradeTerm',
    'approvedNo',
    'supportedBook',
    'answerLanguage',
    'teacherOnlyBank',
    'placedCount',
    'lostCount',
    'updateBy',
    'updateTime',
  ],
  empty: '暂无数字教材',
  widths: { title: 200, courseName: 150, stage: 80, subject: 100, gradeTerm: 110, placedCount: 100, lostCount: 110, status: 90, updateTime: 150 },
  control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['title'] ?? '')} /> },
});

/** B1: the data of the digital textbooks. */
export const TextbookPage = () => <ResourcePage resource={textbooks} />;
