import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { declarableManuscripts, type Declarable } from '../../../contract/topic/topic.ts';
import { queryOf } from '../../api/query-client.ts';
import type { ControlProps } from '../crud/resource.ts';

/** Selects a submitted manuscript for a declaration, and fills in what the author has written already. */
export function ArchiveSelect({ id, value, onChange, row }: ControlProps) {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const [keyword, setKeyword] = useState('');
  const chosen = typeof value === 'number' ? { archiveId: value } : {};
  const found = useQuery({ ...queryOf(declarableManuscripts, { query: { keyword, ...chosen } }), placeholderData: (before) => before });
  const fill = ({ title, kind, authorsText, summary, planWordCount }: Declarable): void => {
    const empty = (field: string): boolean => !form.getFieldValue(field);
    form.setFieldsValue({
      title,
      kind,
      ...(empty('authorNames') ? { authorNames: authorsText } : {}),
      ...(empty('contentIntro') ? { contentIntro: summary } : {}),
      ...(empty('planWordCount') ? { planWordCount } : {}),
    });
  };
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      // A saved declaration keeps its manuscript.
      disabled={Boolean(row)}
      allowClear
      placeholder="组稿留空"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={(found.data ?? []).map((one) => ({ value: one.archiveId, label: `《${one.title}》 ${one.authorsText} ${one.archiveNo}` }))}
      notFoundContent={found.isFetching ? '正在查找…' : '没有待申报的稿件'}
      onChange={(next: unknown) => {
        onChange?.(next ?? null);
        const manuscript = found.data?.find((one) => one.archiveId === next);
        if (manuscript) fill(manuscript);
      }}
    />
  );
}
