import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { search } from '../../../contract/catalog/search.ts';
import { queryOf } from '../../api/query-client.ts';
import type { ControlProps } from '../crud/resource.ts';
import './publication-select.css';

const SHOWN = 20;
const STALE_MS = 30_000;

interface Titled {
  readonly publishId: number;
  readonly title: string;
}

/** Finds listed publications by title or author. */
function useFound(keyword: string) {
  const asked = keyword.trim();
  return useQuery({
    ...queryOf(search, { query: { keyword: asked, type: 'book', pageNum: 1, pageSize: SHOWN } }),
    enabled: asked !== '',
    staleTime: STALE_MS,
    placeholderData: (before) => before,
  });
}

const nameOf = (book: { title: string; authorsText: string }): string => `${book.title}（${book.authorsText}）`;

/** Selects one publications of the publisher. `title` is that of the stored one. */
export function PublicationSelect({ id, value, onChange, disabled = false, title = '' }: ControlProps & { title?: string }) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const rows = typed.trim() === '' ? [] : (found.data?.works.rows ?? []);
  const stored = typeof value === 'number' && title && !rows.some((book) => book.publishId === value) ? [{ value, label: title }] : [];
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      disabled={disabled}
      allowClear
      placeholder="输入书名或作者查找"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...stored, ...rows.map((book) => ({ value: book.publishId, label: nameOf(book) }))]}
      notFoundContent={found.isFetching ? '正在查找…' : typed.trim() === '' ? '输入书名或作者' : '没有找到在售的出版物'}
      onChange={(next: unknown) => onChange?.(next ?? null)}
    />
  );
}

/** Selects publications in an order; `books` are the titles of the stored ones. */
export function PublicationList({ id, value, onChange, disabled = false, books }: ControlProps & { books: readonly Titled[] }) {
  const [typed, setTyped] = useState('');
  const [added, setAdded] = useState<readonly Titled[]>([]);
  const found = useFound(typed);
  const chosen = (value as number[] | undefined) ?? [];
  const titleOf = (publishId: number): string => [...books, ...added].find((one) => one.publishId === publishId)?.title ?? `作品 ${publishId}`;
  const rows = typed.trim() === '' ? [] : (found.data?.works.rows ?? []).filter((book) => !chosen.includes(book.publishId));
  const add = (publishId: number) => {
    const book = rows.find((one) => one.publishId === publishId);
    if (!book) return;
    setAdded([...added, { publishId, title: book.title }]);
    onChange?.([...chosen, publishId]);
    setTyped('');
  };
  const move = (index: number, by: 1 | -1) => {
    const next = [...chosen];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onChange?.(next);
  };
  return (
    <div>
      <Select
        {...(id ? { id } : {})}
        value={null}
        disabled={disabled}
        placeholder="输入书名或作者，选中即加入"
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        options={rows.map((book) => ({ value: book.publishId, label: nameOf(book) }))}
        notFoundContent={found.isFetching ? '正在查找…' : typed.trim() === '' ? '输入书名或作者' : '没有找到在售的出版物'}
        onChange={(next: unknown) => add(next as number)}
      />
      <ol className="publication-list">
        {chosen.map((publishId, index) => (
          <li key={publishId}>
            <span className="publication-list-title">{titleOf(publishId)}</span>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={`上移${titleOf(publishId)}`}
              disabled={disabled || index === 0}
              onClick={() => move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={`下移${titleOf(publishId)}`}
              disabled={disabled || index === chosen.length - 1}
              onClick={() => move(index, 1)}
            />
            <Button
              type="text"
              size="small"
              danger
              icon={<CloseOutlined />}
              aria-label={`移除${titleOf(publishId)}`}
              disabled={disabled}
              onClick={() => onChange?.(chosen.filter((one) => one !== publishId))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
