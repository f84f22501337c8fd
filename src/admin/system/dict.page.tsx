import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { dictType, refreshDicts } from '../../../contract/system/dict-type.ts';
import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import { call } from '../../api/call.ts';
import { reloadEntries } from '../../dictionary/entries.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';

/** #96: dictionary types; the entries are on a separate page. */
export function DictPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const types = useMemo(() => {
    const forget = async () => {
      await Promise.all([reloadEntries(), client.invalidateQueries(allOf(entriesOfType))]);
    };
    return resource(dictType, {
      columns: ['dictName', 'dictType', 'status', 'isPublic', 'remark', 'createTime'],
      search: ['dictName', 'dictType', 'status'],
      form: ['dictName', 'dictType', 'status', 'isPublic', 'remark'],
      empty: '暂无字典',
      widths: { dictType: 240, status: 90, isPublic: 100 },
      cell: {
        dictType: (row) => (
          <Link className="code" to={`/system/dict-data/index/${row.dictId}`}>
            {row.dictType}
          </Link>
        ),
      },
      rowActions: (row) => [{ key: 'entries', label: '字典数据', run: () => void navigate(`/system/dict-data/index/${row.dictId}`) }],
      toolbar: (tools) =>
        tools.may('system:dict:remove') ? (
          <Button
            onClick={() =>
              void tools.act(async () => {
                await call(refreshDicts, {});
                await forget();
              }, '字典已刷新')
            }
          >
            刷新缓存
          </Button>
        ) : null,
      lost: () => '字典类型删除后不能恢复；还有字典数据的类型不能删除。',
      written: () => void forget(),
    });
  }, [client, navigate]);
  return <ResourcePage resource={types} />;
}
