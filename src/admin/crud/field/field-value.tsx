import type { ReactNode } from 'react';
import { Image } from 'antd';
import type { FieldMeta, StoredFile } from '../../../../contract/field.ts';
import { DictTag } from './dict-tag.tsx';

const DASH = <span className="soft">—</span>;

/** A value formatted for users in a table, a card or a detail. */
export function FieldValue({ meta, value }: { meta: FieldMeta | undefined; value: unknown }): ReactNode {
  if (value === undefined || value === null || value === '') return DASH;
  if (!meta) return String(value);
  switch (meta.kind) {
    case 'choice':
    case 'flag':
      return meta.dict ? <DictTag type={meta.dict} value={String(value)} /> : String(value);
    case 'choices':
    case 'words':
    case 'references':
      return Array.isArray(value) && value.length > 0 ? value.join('、') : DASH;
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'image':
      return <Image src={String(value)} alt={meta.label} width={40} height={40} style={{ objectFit: 'cover', borderRadius: 4 }} />;
    case 'time':
      return <span style={{ whiteSpace: 'nowrap' }}>{shortTime(String(value))}</span>;
    case 'rows':
      return <Rows columns={meta.columns ?? {}} lines={value as readonly Readonly<Record<string, unknown>>[]} />;
    case 'file':
    case 'files':
      return (value as readonly StoredFile[]).map(({ name }) => name).join('、') || DASH;
    case 'html':
      return plain(String(value));
    default:
      return String(value);
  }
}

/** `11-20 16:40` in the current year, otherwise with the year. */
function shortTime(time: string): string {
  const year = String(new Date().getFullYear());
  return time.startsWith(`${year}-`) ? time.slice(5, 16) : time.slice(0, 16);
}

const plain = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent?.slice(0, 80) ?? '';

function Rows({ columns, lines }: { columns: Readonly<Record<string, FieldMeta>>; lines: readonly Readonly<Record<string, unknown>>[] }): ReactNode {
  if (lines.length === 0) return DASH;
  const shown = Object.entries(columns);
  return (
    <table className="rows-shown">
      <thead>
        <tr>
          {shown.map(([field, { label }]) => (
            <th key={field}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own
          <tr key={at}>
            {shown.map(([field, meta]) => (
              <td key={field}>
                <FieldValue meta={meta} value={line[field]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
