import { DRAWING_VERSION, FIRST_ID, type Form } from '../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry } from '../../../../contract/workflow/form-palette.ts';
import { parseForm } from '../../../../contract/workflow/form-parser.ts';
import { serializeForm } from '../../../../contract/workflow/form-serializer.ts';
import { NEW_FORM, type DesignerState } from './designer.store.ts';

/** Names in local storage that compatible designers use too (S3.18). */
const KEYS = ['drawingItems', 'DRAWING_ITEMS_VERSION', 'idGlobal', 'treeNodeId', 'formConf'] as const;
const OWNER = 'shuzhou.drawing-owner';
const TIME = 'shuzhou.drawing-time';

type Key = (typeof KEYS)[number] | 'base';

/** A stored draft, and what the user must know about it. */
export interface StoredDrawing {
  readonly form: Form;
  readonly counter: number;
  readonly treeNode: number;
  /** Milliseconds; null when nothing was stored. */
  readonly at: number | null;
  readonly notice: string | null;
  /** Version of the form on the server that the draft changes. */
  readonly base: number | null;
}

const nameOf = (key: Key, formId: number | null): string => (formId === null ? key : `${key}:${formId}`);

const read = (storage: Storage, key: string): string | null => {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
};

/** Form of a first visit: a phone number with its rule (S5.13). */
function sample(now: number): Form {
  const entry = paletteEntry('input');
  if (!entry) return NEW_FORM;
  const field = newField(entry, { formId: FIRST_ID + 1, config: NEW_FORM.config, now });
  const regList = [{ pattern: String.raw`/^1(3|4|5|7|8|9)\d{9}$/`, message: '手机号格式错误' }];
  const phone = {
    label: '手机号',
    vModel: 'mobile',
    placeholder: '请输入手机号',
    maxlength: 11,
    'show-word-limit': true,
    'prefix-icon': 'el-icon-mobile',
  };
  return { ...NEW_FORM, fields: [{ ...field, ...phone, regList }] };
}

/** The draft of a form on this device. `formId` is null for a new form. */
export class DrawingStorage {
  readonly #storage: Storage;
  readonly #formId: number | null;
  #warned = false;

  constructor(formId: number | null, userId: number, storage: Storage = localStorage) {
    this.#storage = storage;
    this.#formId = formId;
    this.#takeOver(userId);
  }

  #name(key: Key): string {
    return nameOf(key, this.#formId);
  }

  /** Moves the drafts of another user of this device out of the way, and this user's own ones back. */
  #takeOver(userId: number): void {
    const owner = read(this.#storage, OWNER);
    try {
      if (owner !== null && owner !== String(userId)) {
        const mine = `@${userId}`;
        for (const name of Object.keys(this.#storage).filter(isDraftName)) {
          this.#storage.setItem(`${name}@${owner}`, this.#storage.getItem(name) ?? '');
          this.#storage.removeItem(name);
        }
        for (const name of Object.keys(this.#storage).filter((one) => one.endsWith(mine) && isDraftName(one.slice(0, -mine.length)))) {
          this.#storage.setItem(name.slice(0, -mine.length), this.#storage.getItem(name) ?? '');
          this.#storage.removeItem(name);
        }
      }
      this.#storage.setItem(OWNER, String(userId));
    } catch {
      // A full or blocked device: the bar shows that nothing is stored.
    }
  }

  /** Returns what is stored, or null when there is no draft of a form of the server. */
  read(now: number): StoredDrawing | null {
    const items = read(this.#storage, this.#name('drawingItems'));
    const version = read(this.#storage, this.#name('DRAWING_ITEMS_VERSION'));
    const at = Number(read(this.#storage, `${TIME}${this.#formId ?? ''}`)) || null;
    const base = Number(read(this.#storage, this.#name('base')) ?? Number.NaN);
    const numbers = { at, base: Number.isFinite(base) ? base : null };
    const counter = this.#number('idGlobal');
    const treeNode = this.#number('treeNodeId');
    if (items === null) {
      if (this.#formId !== null) return null;
      return { form: this.#withConfig(version === null ? sample(now) : NEW_FORM), counter, treeNode, notice: null, ...numbers };
    }
    if (version !== DRAWING_VERSION) {
      this.#write('drawingItems', '[]');
      this.#write('DRAWING_ITEMS_VERSION', DRAWING_VERSION);
      return { form: this.#withConfig(NEW_FORM), counter: FIRST_ID, treeNode, notice: '本机草稿的格式已过时，已清空', ...numbers };
    }
    try {
      const config = this.#config();
      const { form, warnings } = parseForm({ ...config, fields: JSON.parse(items) as unknown });
      return { form, counter, treeNode, notice: warnings[0]?.message ?? null, ...numbers };
    } catch {
      return { form: this.#withConfig(NEW_FORM), counter: FIRST_ID, treeNode, notice: null, ...numbers };
    }
  }

  /** Writes the draft; returns false when the device has no room or forbids it. */
  write({ form, counter, treeNode }: DesignerState, base: number | null, now: number): boolean {
    const { fields, ...config } = serializeForm(form);
    const done = [
      this.#write('drawingItems', JSON.stringify(fields)),
      this.#write('DRAWING_ITEMS_VERSION', DRAWING_VERSION),
      this.#write('idGlobal', String(counter)),
      this.#write('treeNodeId', String(treeNode)),
      this.#write('formConf', JSON.stringify(config)),
      base === null || this.#write('base', String(base)),
      this.#put(`${TIME}${this.#formId ?? ''}`, String(now)),
    ].every(Boolean);
    this.#warned = !done;
    return done;
  }

  get failed(): boolean {
    return this.#warned;
  }

  /** Removes the draft after it was saved. A new form leaves an empty drawing, so that the example does not come back. */
  clear(): void {
    for (const key of [...KEYS, 'base' as const]) this.#put(this.#name(key), null);
    this.#put(`${TIME}${this.#formId ?? ''}`, null);
    if (this.#formId !== null) return;
    this.#write('drawingItems', '[]');
    this.#write('DRAWING_ITEMS_VERSION', DRAWING_VERSION);
    this.#write('idGlobal', String(FIRST_ID));
  }

  /** Whether an event of another tab is about this draft. */
  concerns(event: StorageEvent): boolean {
    return event.key === this.#name('drawingItems') && event.newValue !== null;
  }

  #number(key: Key): number {
    const value = Number(read(this.#storage, this.#name(key)) ?? FIRST_ID);
    return Number.isSafeInteger(value) && value >= FIRST_ID && value < 1_000_000 ? value : FIRST_ID;
  }

  #config(): Record<string, unknown> {
    try {
      const config: unknown = JSON.parse(read(this.#storage, this.#name('formConf')) ?? '{}');
      return typeof config === 'object' && config !== null && !Array.isArray(config) ? (config as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }

  #withConfig(form: Form): Form {
    try {
      return { ...form, config: parseForm({ ...this.#config(), fields: [] }).form.config };
    } catch {
      return form;
    }
  }

  #write(key: Key, value: string): boolean {
    return this.#put(this.#name(key), value);
  }

  #put(name: string, value: string | null): boolean {
    try {
      if (value === null) this.#storage.removeItem(name);
      else this.#storage.setItem(name, value);
      return true;
    } catch {
      return false;
    }
  }
}

const isDraftName = (name: string): boolean =>
  /^(drawingItems|DRAWING_ITEMS_VERSION|idGlobal|treeNodeId|formConf|base)(:\d+)?$/.test(name) || /^shuzhou\.drawing-time\d*$/.test(name);
