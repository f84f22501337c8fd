// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useEdits } from './use-edits.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

interface Row {
  readonly format: string;
  readonly pages: number;
  readonly proof: string;
}
type Edits = ReturnType<typeof useEdits<Row>>;

function Form({ row, onRender }: { row: Row; onRender: (form: Edits) => void }) {
  const form = useEdits(row);
  useEffect(() => onRender(form));
  return null;
}

test('typed values stay while another part of the row is saved, other fields follow the server', async () => {
  const root = createRoot(document.createElement('div'));
  const seen: Edits[] = [];
  const form = (): Edits => seen.at(-1) as Edits;
  const show = (row: Row) => act(async () => root.render(<Form row={row} onRender={(one) => void seen.push(one)} />));
  await show({ format: '', pages: 0, proof: '' });
  await act(async () => form().change({ format: '185×260' }));
  await act(async () => form().change({ pages: 256 }));
  await show({ format: '', pages: 0, proof: '校样.pdf' });
  expect(form().values).toEqual({ format: '185×260', pages: 256, proof: '校样.pdf' });

  const sent = form().values;
  await act(async () => form().change({ pages: 288 }));
  await act(async () => form().saved(sent));
  await show({ format: '170×240', pages: 256, proof: '校样.pdf' });
  expect(form().values).toEqual({ format: '170×240', pages: 288, proof: '校样.pdf' });
  root.unmount();
});
