import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { dictData } from '../../../contract/system/dict-data.ts';
import { dictType } from '../../../contract/system/dict-type.ts';
import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { reloadEntries } from '../../dictionary/entries.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { LoadFailed } from '../crud/list-states.tsx';

/** #104: the entries of one dictionary, in their display colour. */
export function DictDataPage() {
  const dictId = Number(useParams()['dictId']);
  const client = useQueryClient();
  const found = useQuery(queryOf(dictType.get, { params: { id: dictId } }));
  const type = found.data?.dictType ?? '';
  const entries = useMemo(
    () =>
      resource(dictData, {
        columns: ['dictLabel', 'dictValue', 'dictSort', 'isDefault', 'status', 'remark', 'createTime'],
        search: ['dictLabel', 'status'],
        form: ['dictLabel', 'dictValue', 'dictSort', 'listClass', 'cssClass', 'isDefault', 'status', 'remark'],
        empty: '暂无数据',
        widths: { dictSort: 100, isDefault: 100, status: 90 },
        cell: { dictLabel: (row) => <span className={`state-tag tag-${row.listClass}`}>{row.dictLabel}</span> },
        lost: () => '字典数据删除后不能恢复；已经用了这个键值的内容会显示键值本身。',
        // Refetches what both clients (site and admin) show for this type.
        written: () => {
          void reloadEntries(type);
          void client.invalidateQueries(allOf(entriesOfType));
        },
      }),
    [client, type],
  );
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <ResourcePage
      resource={entries}
      fixed={{ dictType: type }}
      given={{ dictType: type }}
      heading={
        <h1 className="page-heading">
          {found.data.dictName} <span className="code">{type}</span>
          <Link to="/system/dict" style={{ marginInlineStart: 12, fontSize: 14 }}>
            全部字典
          </Link>
        </h1>
      }
    />
  );
}
