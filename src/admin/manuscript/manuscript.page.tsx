import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { manuscript } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine, type ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';
import { PersonSelect } from '../crud/field/person-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { CategorySelect } from '../catalog/category-select.tsx';
import './manuscript.css';

/** #109: all manuscripts. */
export function ManuscriptPage() {
  const navigate = useNavigate();
  const manuscripts = useMemo(
    () =>
      resource(manuscript, {
        columns: ['title', 'status', 'authorsText', 'kind', 'turnName', 'stageSince', 'dueAt', 'editorName', 'wordCount', 'archiveNo'],
        search: ['title', 'archiveNo', 'status', 'kind', 'turn', 'ownerName', 'editorName'],
        form: [
          'title',
          'subtitle',
          'kind',
          'archiveTypeId',
          'ownerId',
          'authors',
          'summary',
          'keywords',
          'language',
          'originality',
          'clcCode',
          'planWordCount',
          'confidentiality',
        ],
        detail: [],
        empty: '暂无稿件',
        widths: {
          title: 220,
          status: 110,
          authorsText: 120,
          kind: 90,
          turnName: 100,
          stageSince: 150,
          dueAt: 150,
          editorName: 100,
          wordCount: 90,
          archiveNo: 140,
        },
        cell: { status: (row) => <StateTag machine={manuscriptMachine} state={row.status as ManuscriptState} /> },
        control: { ownerId: (props) => <PersonSelect {...props} />, archiveTypeId: (props) => <CategorySelect {...props} /> },
        locked: (row) => (row.status === 'archived' ? '已归档的稿件只读' : false),
        lost: () => '稿件移入稿件回收站，30天内可以恢复；正在流转的稿件不能删除。',
        rowActions: () => [
          { key: 'open', label: '查看', permission: 'cms:archive:query', run: (row) => void navigate(`/cms/archive/detail/${row.archiveId}`) },
        ],
      }),
    [navigate],
  );
  return <ResourcePage resource={manuscripts} />;
}
