// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useEdits } from './use-edits.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

interface Row {
  readonly format: string;
  readonly pages: number;
  readonly proof: string;
}
let form: ReturnType<typeof useEdits<Row>>;
function Form({ row }: { row: Row }) {
  form = useEdits(row);
  return null;
}

test('typed values stay while another part of the row is saved, other fields follow the server', async () => {
  const root = createRoot(document.createElement('div'));
  const show = (row: Row) => act(async () => root.render(<Form row={row} />));
  await show({ format: '', pages: 0, proof: '' });
  await act(async () => form.change({ format: '185×260' }));
  await act(async () => form.change({ pages: 256 }));
  await show({ format: '', pages: 0, proof: '校样.pdf' });
  expect(form.values).toEqual({ format: '185×260', pages: 256, proof: '校样.pdf' });

  const sent = form.values;
  await act(async () => form.change({ pages: 288 }));
  await act(async () => form.saved(sent));
  await show({ format: '170×240', pages: 256, proof: '校样.pdf' });
  expect(form.values).toEqual({ format: '170×240', pages: 288, proof: '校样.pdf' });
  root.unmount();
});
