import { useState } from 'react';
import { Button, Empty } from 'antd';
import { Link } from 'react-router-dom';
import { author } from '../../../contract/structure/author.ts';
import { PublicationList } from '../catalog/publication-select.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Name } from '../ui/name.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type Author = WireRow<typeof author>;

/** The page of a listed work on the site; works of other states have none. */
const sitePath = ({ kind, publishId }: Author['books'][number]): string =>
  kind === 'audio' || kind === 'video' ? `/cms/main/collectedVideoDetail/${publishId}` : `/cms/main/bookDetail/${publishId}`;

/** #107: authors with level, works and contact. */
export function AuthorPage() {
  const [opened, setOpened] = useState<Author | null>(null);
  const [authors] = useState(() =>
    resource(author, {
      columns: ['penName', 'nickName', 'authorLevel', 'works', 'scholarName', 'workUnit', 'phonenumber', 'status'],
      search: ['nickName', 'authorLevel', 'region', 'workUnit', 'status'],
      form: [
        'userId',
        'penName',
        'authorLevel',
        'region',
        'nationality',
        'title',
        'workUnit',
        'education',
        'status',
        'fields',
        'photo',
        'publishIds',
        'biography',
        'remark',
      ],
      empty: '暂无作者',
      widths: { penName: 110, nickName: 110, works: 120, scholarName: 110 },
      cell: {
        works: (row) =>
          row.works > 0 ? (
            <Button type="link" size="small" onClick={() => setOpened(row)}>
              {row.works} 部{row.listedWorks > 0 ? `，在售 ${row.listedWorks}` : ''}
              <span className="unseen">，{row.penName}的作品</span>
            </Button>
          ) : (
            '—'
          ),
        scholarName: (row) => (row.scholarId === null ? '—' : <Link to={`/cms/main/scholar/${row.scholarId}`}>{row.scholarName}</Link>),
      },
      control: {
        publishIds: (props) => <PublicationList {...props} books={(props.row?.['books'] as Author['books'] | undefined) ?? []} />,
      },
      shows: { nationality: (values) => values['region'] === 'foreign' },
      lost: () => '他的作者身份一并取消，作品不受影响。30 天内可在回收站恢复。',
    }),
  );
  return (
    <>
      <ResourcePage resource={authors} />
      {opened ? <Works row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function Works({ row, onClose }: { row: Author; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : 480} title={<Name>{`${row.penName}的作品`}</Name>} onClose={onClose}>
      {row.books.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有作品" /> : null}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {row.books.map((book) => (
          <li key={book.publishId} style={{ display: 'flex', gap: 8, alignItems: 'center', padding: '10px 0' }}>
            <span style={{ flex: 1, minWidth: 0 }}>{book.status === 'listed' ? <Link to={sitePath(book)}>{book.title}</Link> : book.title}</span>
            <DictTag type="publish_publication_kind" value={book.kind} />
            <DictTag type="publish_publication_status" value={book.status} />
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
