import { Link } from 'react-router-dom';
import { journal } from '../../../contract/periodical/journal.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const journals = resource(journal, {
  columns: ['journalName', 'issn', 'frequency', 'chiefNames', 'editorNames', 'issueCount', 'openCount', 'reviewMode', 'status'],
  search: ['journalName', 'issn', 'frequency', 'status'],
  form: [
    'journalName',
    'nameEn',
    'abbr',
    'frequency',
    'issn',
    'cn',
    'chiefIds',
    'editorIds',
    'reviewMode',
    'similarityLimit',
    'columns',
    'payPerThousandFen',
    'pageFeeFen',
    'chiefEditor',
    'supervisor',
    'sponsor',
    'publisher',
    'postCode',
    'price',
    'officeMail',
    'officePhone',
    'address',
    'cover',
    'intro',
    'guide',
    'orderNum',
    'status',
  ],
  headings: { journalName: '刊名与刊号', chiefIds: '编辑与评审', payPerThousandFen: '费用', chiefEditor: '版权页', cover: '网页' },
  formWidth: 880,
  empty: '暂无期刊',
  widths: {
    journalName: 180,
    issn: 110,
    frequency: 80,
    chiefNames: 110,
    editorNames: 130,
    issueCount: 90,
    openCount: 90,
    reviewMode: 110,
    status: 90,
  },
  cell: {
    issueCount: (row) => <Link to={`/cms/journal/issue?journalId=${row.journalId}`}>{row.issueCount}</Link>,
    openCount: (row) => <Link to={`/cms/journal/submission?journalId=${row.journalId}`}>{row.openCount}</Link>,
  },
  lost: () => '网页上不再有这份期刊。有来稿的期刊不能删除，可以停用。30天内可以在回收站恢复。',
});

/** #122: journals, their columns and the people who edit them. */
export const JournalPage = () => <ResourcePage resource={journals} />;
