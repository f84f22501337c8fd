// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formFixture } from '../../../tests/support/form-fixtures.ts';
import { readDraft } from '../../drafts/draft-storage.ts';
import { session } from '../../session/session.store.ts';
import { parseForm } from '../../../contract/workflow/form-parser.ts';
import { FilledForm, readDeployedForm, type FilledFormProps } from './filled-form.tsx';
import { colorText } from './text-controls.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const topic = parseForm(formFixture('topic-declaration.json'), { repair: false }).form;
const expense = parseForm(formFixture('expense.ours.json'), { repair: false }).form;
const whole = (formFixture('topic-declaration.values.json') as { values: Record<string, unknown> }[])[0]!.values;

/** Asks nothing: the default rules of uploads apply. */
const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

let root: Root;
let place: HTMLElement;
beforeAll(() => Promise.all([import('./desktop-form.tsx'), import('../../form-renderer/mobile/mobile-form.tsx')]));
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const show = (props: FilledFormProps) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <App>
          <FilledForm
            loadOptions={async (field) => ({
              options: field.vModel === 'handler' ? [{ label: '张编辑', value: 7 }] : (field.options ?? []),
              rows: [],
            })}
            sendFile={async (file) => ({ name: file.name, url: `/profile/upload/${file.name}` })}
            testPatterns={async (checks) =>
              checks.map(({ regex, text }) => (new RegExp(regex.source, regex.flags).test(text) ? 'match' : 'mismatch'))
            }
            {...props}
          />
        </App>
      </QueryClientProvider>,
    ),
  );
/** Lets React draw until the expectation holds. */
const until = (holds: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    holds();
  });
const fieldOf = (key: string) => place.querySelector<HTMLElement>(`[data-field="${key}"]`);
const press = (text: string) =>
  act(async () =>
    [...place.querySelectorAll('button')]
      .find((one) => one.textContent?.replaceAll(' ', '') === text || one.getAttribute('aria-label') === text)
      ?.click(),
  );
const type = (input: HTMLInputElement | null | undefined, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });

test('form-designer point 27: every component of a form is drawn, with its title and mark', async () => {
  await show({ form: topic });
  for (const label of [
    '选题名称',
    '体裁',
    '预计字数',
    '交稿日期',
    '重大选题',
    '出版形式',
    '中图分类',
    '加急',
    '印数区间',
    '推荐程度',
    '封面主色',
    '样章',
  ])
    expect(place.textContent).toContain(label);
  expect(place.querySelector('.ant-color-picker-trigger, .ant-slider, .ant-rate')).not.toBeNull();
  expect(fieldOf('101')?.querySelector('input')?.getAttribute('aria-required')).toBe('true');
});

test('form-designer point 27: submitting shows messages at the fields and a summary that leads to them', async () => {
  const sent: unknown[] = [];
  await show({ form: topic, onSubmit: (values) => sent.push(values) });
  await press('提交');
  expect(place.textContent).toContain('请输入选题名称');
  expect(place.textContent).toMatch(/有 \d+ 处需要修改/);
  expect(document.activeElement).toBe(fieldOf('101')?.querySelector('input'));
  expect(sent).toEqual([]);
});

test('form-designer point 27: a filled form is submitted with values of the documented types', async () => {
  const sent: Record<string, unknown>[] = [];
  await show({ form: topic, values: whole, onSubmit: (values) => sent.push(values) });
  await type(fieldOf('101')?.querySelector('input'), '桥上的灯光');
  await press('提交');
  expect(place.textContent).not.toContain('处需要修改');
  expect(sent).toEqual([{ ...whole, topicName: '桥上的灯光' }]);
});

test('form-designer point 28, 29: conditions show the table, rows are added and removed, and the total follows', async () => {
  await show({ form: expense, values: { category: 'expense', lines: [{ item: '车票', amount: 12.5, date: '2026-11-01' }] } });
  expect(fieldOf('103')).toBeNull();
  expect(fieldOf('104')?.textContent).toContain('费用明细');
  expect(fieldOf('108')?.textContent).toContain('12.50');
  await press('复制第1行');
  expect(fieldOf('104')?.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(fieldOf('108')?.textContent).toContain('25.00');
  await press('删除第2行');
  expect(fieldOf('108')?.textContent).toContain('12.50');
});

test('form-designer §2.1: read mode is text, not disabled controls', async () => {
  await show({ form: topic, values: whole, readOnly: true });
  expect(place.querySelectorAll('input')).toHaveLength(0);
  expect(place.textContent).toContain('文学 / 中国文学');
  expect(place.querySelector('.form-file-link')?.textContent).toBe('样章.docx');
});

test('S5.4 form-designer point 24: a file that does not fit is rejected before it is sent, and one that fits is kept', async () => {
  await show({ form: topic });
  const choose = (file: File) =>
    act(async () => {
      // The control is replaced after each choice.
      const input = fieldOf('121')?.querySelector<HTMLInputElement>('input[type="file"]');
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await choose(new File(['x'], 'x.exe', { type: 'application/x-msdownload' }));
  await until(() => expect(document.body.textContent).toContain('应该选择.doc,.docx类型的文件'));
  await choose(new File(['x'], '样章.docx'));
  await until(() => expect(fieldOf('121')?.textContent).toContain('样章.docx'));
});

test('form-designer §1.1: a form of VForm is not filled in here', () => {
  expect(readDeployedForm('{"widgetList":[],"formConfig":{}}')).toMatch('VForm');
});

test('form-designer point 26: on a phone the same form is one column with a fixed bar', async () => {
  const sent: unknown[] = [];
  await show({ form: topic, values: whole, face: 'mobile', onSubmit: (values) => sent.push(values) });
  await until(() => expect(place.querySelector('.mobile-form')).not.toBeNull());
  for (const label of ['选题名称', '体裁', '预计字数', '交稿日期', '样章']) expect(place.textContent).toContain(label);
  await press('提交');
  expect(sent).toEqual([whole]);
});

test('form-designer point 26: on a phone rows are cards, and a removed one comes back', async () => {
  await show({
    form: expense,
    face: 'mobile',
    values: {
      category: 'expense',
      lines: [
        { item: '车票', amount: 1, date: '2026-11-01' },
        { item: '住宿', amount: 2, date: '2026-11-02' },
      ],
    },
  });
  await until(() => expect(place.querySelector('.mf-card')).not.toBeNull());
  expect(fieldOf('108')?.textContent).toContain('3.00');
  await press('删除第1行');
  expect(fieldOf('108')?.textContent).toContain('2.00');
  await press('撤销');
  expect(fieldOf('108')?.textContent).toContain('3.00');
});

test('form-designer §2.1: colours are written in the format of the field', () => {
  const color = { toHexString: () => '#ff0000', toRgb: () => ({ r: 255, g: 0, b: 0, a: 0.5 }), toHsb: () => ({ h: 0, s: 1, b: 1, a: 0.5 }) };
  expect(['hex', 'rgb', 'rgba', 'hsl', 'hsla', 'hsv'].map((format) => colorText(color, format))).toEqual([
    '#ff0000',
    'rgb(255, 0, 0)',
    'rgba(255, 0, 0, 0.5)',
    'hsl(0, 100%, 50%)',
    'hsla(0, 100%, 50%, 0.5)',
    'hsv(0, 100%, 100%)',
  ]);
});

test('form-designer §5.4: partial input is kept on the device, offered again, and removed after the form was submitted', async () => {
  session.now = { state: 'authenticated', user: { userId: 7 }, permissions: [] } as never;
  const props: FilledFormProps = { form: expense, draftKey: 'flow start 12', values: { category: 'leave', handler: 7, days: 1 } };
  const reopen = async () => {
    await act(async () => root.unmount());
    root = createRoot(place);
    await show(props);
  };
  await show(props);
  await type(fieldOf('103')?.querySelector('input'), '2.5');
  await reopen();
  await until(() => expect(place.textContent).toContain('没有提交的内容'));
  await press('恢复');
  expect(fieldOf('103')?.querySelector('input')?.value).toBe('2.5');
  let submit: (() => Promise<unknown>) | undefined;
  await show({
    ...props,
    handle: (handle) => {
      submit = handle?.submit;
    },
  });
  await act(async () => {
    expect(await submit?.()).toMatchObject({ days: 2.5 });
  });
  await act(async () => root.render(null));
  await vi.waitFor(async () => expect(await readDraft(7, 'flow start 12')).toBeNull());
});
