import { beforeEach, expect, test } from 'vitest';
import { formFixture } from '../../../../tests/support/form-fixtures.ts';
import { DesignerStore } from './designer.store.ts';
import { DrawingStorage } from './stored-drawing.ts';

class MemoryStorage implements Storage {
  readonly #kept = new Map<string, string>();
  full = false;
  [name: string]: unknown;
  get length(): number {
    return this.#kept.size;
  }
  clear(): void {
    this.#kept.clear();
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
    delete this[key];
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.#kept.set(key, value);
    this[key] = value;
  }
}

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
});
const drawing = (formId: number | null = null, userId = 1): DrawingStorage => new DrawingStorage(formId, userId, storage as unknown as Storage);

interface Stored {
  readonly name: string;
  readonly store: Record<string, string>;
  readonly expect: string;
}

test.each((formFixture('local-storage.json') as Stored[]).map((one): [string, Stored] => [`${one.name}: ${one.expect}`, one]))(
  'S3.18, point 4: %s',
  (_title, { name, store }) => {
    for (const [key, value] of Object.entries(store)) storage.setItem(key, value);
    const found = drawing().read(1);
    expect(found).not.toBeNull();
    if (store['DRAWING_ITEMS_VERSION'] === '1.2' && name === 'kept') {
      expect(found?.form.fields).toHaveLength(4);
      expect(found?.form.config.labelWidth).toBe(120);
      expect([found?.counter, found?.treeNode]).toEqual([104, 107]);
    } else if (store['drawingItems'] !== undefined && store['DRAWING_ITEMS_VERSION'] !== '1.2') {
      expect(found?.form.fields).toEqual([]);
      expect(storage.getItem('drawingItems')).toBe('[]');
    }
  },
);

test('S5.13: the first visit shows the phone number with its rule', () => {
  const [field] = drawing().read(1)?.form.fields ?? [];
  expect(field).toMatchObject({
    formId: 101,
    vModel: 'mobile',
    placeholder: '请输入手机号',
    maxlength: 11,
    'show-word-limit': true,
    'prefix-icon': 'el-icon-mobile',
    regList: [{ pattern: String.raw`/^1(3|4|5|7|8|9)\d{9}$/`, message: '手机号格式错误' }],
  });
});

test('S4.7, point 11: a drawing of version 1.1 is emptied with a message', () => {
  storage.setItem('drawingItems', '[{"__config__":{"tag":"el-input","layout":"colFormItem"}}]');
  storage.setItem('DRAWING_ITEMS_VERSION', '1.1');
  expect(drawing().read(1)).toMatchObject({ form: { fields: [] }, notice: '本机草稿的格式已过时，已清空' });
  expect([storage.getItem('drawingItems'), storage.getItem('DRAWING_ITEMS_VERSION')]).toEqual(['[]', '1.2']);
});

test('S3.18: a draft is written under the names of compatible designers and read back', () => {
  const store = new DesignerStore(() => 1);
  store.add('input');
  store.add('rate');
  expect(drawing().write(store.state, null, 5)).toBe(true);
  expect(
    Object.keys(storage)
      .filter((key) => !key.startsWith('shuzhou') && key !== 'full')
      .toSorted(),
  ).toEqual(['DRAWING_ITEMS_VERSION', 'drawingItems', 'formConf', 'idGlobal', 'treeNodeId']);
  expect(storage.getItem('idGlobal')).toBe('102');
  expect(drawing().read(6)).toMatchObject({ form: store.state.form, counter: 102, treeNode: 100, at: 5 });
});

test('point 11: a full device is reported and keeps the earlier draft', () => {
  const store = new DesignerStore(() => 1);
  store.add('input');
  const kept = drawing();
  kept.write(store.state, null, 1);
  storage.full = true;
  store.add('rate');
  expect(kept.write(store.state, null, 2)).toBe(false);
  expect(drawing().read(3)?.form.fields).toHaveLength(1);
});

test('point 11: a second user sees no draft, and the first one gets it back', () => {
  const store = new DesignerStore(() => 1);
  store.add('rate');
  drawing(null, 1).write(store.state, null, 1);
  drawing(7, 1).write(store.state, 3, 1);
  expect(drawing(null, 2).read(1)?.form.fields[0]?.vModel).toBe('mobile');
  expect(drawing(7, 2).read(1)).toBeNull();
  expect(drawing(null, 1).read(1)?.form.fields[0]?.tagIcon).toBe('rate');
  expect(drawing(7, 1).read(1)).toMatchObject({ base: 3 });
});

test('S4.5: after a save the draft is gone, and the example does not come back', () => {
  const store = new DesignerStore(() => 1);
  store.add('rate');
  const kept = drawing();
  kept.write(store.state, null, 1);
  kept.clear();
  expect(drawing().read(1)).toMatchObject({ form: { fields: [] }, counter: 100 });
  const form = drawing(9);
  form.write(store.state, 1, 1);
  form.clear();
  expect(drawing(9).read(1)).toBeNull();
});

test('unreadable values count as empty', () => {
  storage.setItem('drawingItems', '{');
  storage.setItem('DRAWING_ITEMS_VERSION', '1.2');
  storage.setItem('formConf', '[');
  storage.setItem('idGlobal', 'x');
  expect(drawing().read(1)).toMatchObject({ form: { fields: [] }, counter: 100 });
});
