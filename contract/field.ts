import { z } from 'zod';
import { requiredText } from './required-text.ts';
import { visible } from './visible-text.ts';

/** Field metadata for columns, search boxes, forms and spreadsheets, in addition to the schema. */
export interface FieldMeta {
  readonly label: string;
  readonly kind:
    | 'text'
    | 'long'
    | 'html'
    | 'number'
    | 'money'
    | 'choice'
    | 'choices'
    | 'flag'
    | 'date'
    | 'time'
    | 'image'
    | 'reference'
    | 'references'
    | 'words'
    | 'password'
    | 'rows'
    | 'file'
    | 'files';
  /** Dictionary type whose entries label the values. */
  readonly dict?: string;
  /** The server accepts the entries that the dictionary has at that moment; without it the schema lists the values. */
  readonly extensible?: true;
  /** The value is always stored as a number. */
  readonly numeric?: true;
  /** Maximum number of characters. */
  readonly max?: number;
  readonly min?: number;
  /** Help text below the control. */
  readonly help?: string;
  /** A value is required: an empty one is rejected. */
  readonly required?: boolean;
  /** Never answered, logged or exported. */
  readonly secret?: boolean;
  /** A missing value keeps the stored one. */
  readonly keep?: boolean;
  /** Not a spreadsheet column. */
  readonly notInSheet?: boolean;
  /** The read-only field with the label of a reference: details and spreadsheets show it instead of the id. */
  readonly shownAs?: string;
  /** `true` and `false` on the wire, `1` and `0` in the table. */
  readonly truth?: boolean;
  /** Chosen for a new row; the form does not change it later. */
  readonly fixedOnceSaved?: boolean;
  /** The resource that a reference selects from: its form control and its filter load the choices. */
  readonly of?: ReferenceTarget;
  /** The columns of a table inside the form. */
  readonly columns?: Readonly<Record<string, FieldMeta>>;
  readonly files?: FileRule;
  readonly richText?: RichTextRule;
}

/** People, or another resource with a fixed filter. The resource is a function, because two contracts may refer to each other. */
export type ReferenceTarget = 'person' | { readonly crud: () => unknown; readonly only?: Readonly<Record<string, string>> };

/** Limits of uploaded files: extensions without a dot, bytes of one file, number of files. */
export interface FileRule {
  readonly types: readonly string[];
  readonly bytes: number;
  readonly most: number;
}

/** Limits of a rich text, counted as a reader sees it. */
export interface RichTextRule {
  readonly characters: number;
  readonly pictures: number;
}

/** Returns the metadata of a field. Throws when the field was not created by this file. */
export function metaOf(schema: z.ZodType): FieldMeta {
  const meta = schema.meta();
  if (!meta || !('label' in meta)) throw new Error('a field of a resource is made by contract/field.ts, so that it has a label and a kind');
  return meta as unknown as FieldMeta;
}

type More = Partial<Omit<FieldMeta, 'label' | 'kind'>>;
const named = <T extends z.ZodType>(schema: T, meta: FieldMeta): T => schema.meta({ ...meta }) as T;
/** A schema whose input is prepared first, with the type of that input: compatible clients send numbers as texts, and null for nothing. */
const prepared = <Out, In>(prepare: (value: unknown) => unknown, schema: z.ZodType<Out>): z.ZodType<Out, In> =>
  z.preprocess(prepare, schema) as z.ZodType<Out, In>;
const none = (value: string | null | undefined): string => value ?? '';
const tooLong = (label: string, max: number): string => `${label}长度不能超过${max}个字符`;
/** Stops after the length check: a pattern may need quadratic time, and a body may have a megabyte. */
const within = (label: string, max: number) => ({ error: tooLong(label, max), abort: true });

/** A required text, trimmed. `pattern` holds the format and its error message. */
export function text(label: string, max: number, pattern?: readonly [RegExp, string], more: More = {}) {
  const base = requiredText(`${label}不能为空`).max(max, within(label, max));
  return named(pattern ? base.regex(...pattern) : base, { label, kind: 'text', max, required: true, ...more });
}

/** An optional text; null and a missing value become empty. */
export function optionalText(label: string, max: number, pattern?: readonly [RegExp, string], more: More & { kind?: FieldMeta['kind'] } = {}) {
  const base = visible(`${label}不正确`).max(max, within(label, max));
  const checked = pattern ? base.refine((value) => value === '' || pattern[0].test(value), pattern[1]) : base;
  return named(checked.nullish().transform(none), { label, kind: max > 200 ? 'long' : 'text', max, ...more });
}

/** HTML that the server sanitises before storing. */
export const html = (label: string, max: number, more: More = {}) =>
  named(
    z
      .string({ error: `${label}不正确` })
      .max(max, tooLong(label, max))
      .nullish()
      .transform(none),
    { label, kind: 'html', max, ...more },
  );

/** Returns the number of characters that a reader of the HTML sees, spaces between words included. */
export const visibleCharacters = (markup: string): number =>
  [...markup.replace(/<[^<>]*>/g, '').replace(/&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/gi, '\u00b7')].filter((one) => one !== '\n' && one !== '\r').length;

/** Characters of HTML for each visible character; more is rejected before it is counted. */
const MARKUP_RATIO = 10;

/** Rich text with limits that people understand: visible characters and pictures. The server sanitises it before storing. */
export function richText(label: string, { characters, pictures }: RichTextRule, more: More = {}) {
  const base = html(label, characters * MARKUP_RATIO + pictures * 500);
  const checked = base
    .refine((value) => !more.required || visibleCharacters(value) > 0 || /<img\b/i.test(value), `${label}不能为空`)
    .refine((value) => visibleCharacters(value) <= characters, tooLong(label, characters))
    .refine((value) => value.split(/<img\b/i).length - 1 <= pictures, pictures === 0 ? `${label}不能放图片` : `${label}最多放${pictures}张图片`);
  return named(checked, { label, kind: 'html', max: characters, richText: { characters, pictures }, ...more });
}

/** An integer within limits; accepts a string of digits. */
export function integer(label: string, min: number, max: number, fallback?: number, more: More = {}) {
  const base = z.coerce
    .number<number | string>(`${label}须是整数`)
    .int(`${label}须是整数`)
    .min(min, `${label}不能小于${min}`)
    .max(max, `${label}不能大于${max}`);
  const given = prepared<number, number | string | null | undefined>(
    (value) => (value === null || value === '' ? fallback : (value ?? fallback)),
    base,
  );
  return named(given, { label, kind: 'number', min, max, required: fallback === undefined, ...more });
}

/** An amount in fen; the client shows yuan. */
export const money = (label: string, max = 99_999_999, more: More = {}) =>
  named(integer(label, 0, max, 0), { label, kind: 'money', min: 0, max, ...more });

/** Returns a decimal without leading zeros and with exactly `scale` places, so that equal amounts are equal texts; any other text unchanged. */
export function decimalText(value: string, scale: number): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(value) ?? [];
  if (whole === '' || part.length > scale) return value;
  const text = scale > 0 ? `${whole}.${part.padEnd(scale, '0')}` : whole;
  return /[1-9]/.test(text) ? sign + text : text;
}

/** An exact decimal, stored as text because a float would round it. `digits` is the number of all digits, `scale` of those behind the point. */
export function decimal(label: string, digits: number, scale: number, more: More = {}) {
  const whole = Math.max(1, digits - scale);
  const pattern = new RegExp(`^-?\\d{1,${whole}}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`);
  const base = z
    .string({ error: `${label}须是数字` })
    .trim()
    .max(digits + 3, `${label}不能超过${digits}位数字`)
    .refine((value) => value === '' || pattern.test(value), `${label}须是数字，整数最多${whole}位，小数最多${scale}位`)
    .refine((value) => !more.required || value !== '', `${label}不能为空`)
    .transform((value) => decimalText(value, scale));
  const given = prepared<string, string | number | null | undefined>((value) => (typeof value === 'number' ? String(value) : (value ?? '')), base);
  return named(given, { label, kind: 'text', max: digits + 3, ...more });
}

/** One value of a fixed list, labelled by a dictionary. Without a fallback it is required. */
export function choice<const V extends readonly [string, ...string[]]>(
  label: string,
  dict: string,
  values: V,
  fallback?: V[number],
  more: More = {},
) {
  const base = z.enum(values, { error: fallback === undefined ? `请选择${label}` : `${label}不正确` });
  // Some compatible clients send the value of a dictionary entry as a number.
  const textOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
  const given = prepared<V[number], V[number] | null | undefined>(
    (value) => (value === null || value === '' ? fallback : (textOf(value) ?? fallback)),
    base,
  );
  return named(given, { label, kind: 'choice', dict, required: fallback === undefined, ...more });
}

/** One value of a dictionary that staff may extend. */
export const entry = (label: string, dict: string, fallback?: string, more: More = {}) =>
  named(
    prepared<string, string | null | undefined>(
      (value) => (value === null || value === '' ? fallback : (value ?? fallback)),
      z.string({ error: `请选择${label}` }).max(100, `${label}不正确`),
    ),
    { label, kind: 'choice', dict, extensible: true, required: fallback === undefined, ...more },
  );

/** `0` enabled, `1` disabled; used by most rows. */
export const status = (label = '状态') => choice(label, 'sys_normal_disable', ['0', '1'], '0');

/** `1` yes, `0` no; shown as a switch. */
export const yesNo = (label: string, fallback: '0' | '1' = '0', more: More = {}) =>
  named(choice(label, 'sys_yes_no_flag', ['0', '1'], fallback), { label, kind: 'flag', dict: 'sys_yes_no_flag', ...more });

/** Like `yesNo`; a missing value keeps the stored one. */
export const optionalFlag = (label: string, more: More = {}) =>
  named(
    z
      .enum(['0', '1'], { error: `${label}不正确` })
      .nullish()
      .transform((value) => value ?? null),
    { label, kind: 'flag', dict: 'sys_yes_no_flag', keep: true, ...more },
  );

/** `true` or `false`, where compatible clients use booleans; a missing value keeps the stored one. */
export const boolean = (label: string, more: More = {}) =>
  named(
    z
      .boolean({ error: `${label}不正确` })
      .nullish()
      .transform((value) => value ?? null),
    { label, kind: 'flag', keep: true, truth: true, ...more },
  );

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** `yyyy-MM-dd`, or empty. */
export const date = (label: string, more: More = {}) =>
  named(
    z
      .string({ error: `${label}不正确` })
      .refine((value) => value === '' || DAY.test(value), `${label}须是 年-月-日`)
      .nullish()
      .transform(none)
      .refine((value) => !more.required || value !== '', `${label}不能为空`),
    { label, kind: 'date', ...more },
  );

/** `yyyy-MM-dd HH:mm:ss`, or empty; stored as epoch milliseconds, or null. */
export const time = (label: string, more: More = {}) =>
  named(
    z
      .string({ error: `${label}不正确` })
      .refine((value) => value === '' || MOMENT.test(value), `${label}须是 年-月-日 时:分:秒`)
      .nullish()
      .transform(none),
    { label, kind: 'time', ...more },
  );

/** Address of an uploaded picture, or empty. */
export const image = (label: string, more: More = {}) =>
  named(
    z
      .string({ error: `${label}不正确` })
      .max(300, `${label}不正确`)
      .refine((value) => value === '' || /^\/(?!\/)[\w./%-]+$/.test(value), `请上传${label}，不能填写外部地址`)
      .nullish()
      .transform(none),
    { label, kind: 'image', ...more },
  );

/** Id of another row, or null. */
export function reference(label: string, more: More = {}) {
  const base = prepared<number | null, number | string | null | undefined>(
    (value) => (value === '' || value === undefined ? null : value),
    z.coerce
      .number<number | string>(`请选择${label}`)
      .int(`请选择${label}`)
      .min(more.min ?? 1, `请选择${label}`)
      .nullable(),
  );
  const given = more.required ? base.refine((value) => value !== null, `请选择${label}`) : base;
  return named(given, { label, kind: 'reference', ...more });
}

/** A list of ids of other rows. */
export const references = (label: string, more: More = {}) =>
  named(
    z
      .array(z.coerce.number<number | string>(`${label}不正确`).int().positive(), { error: `${label}不正确` })
      .max(2000, `${label}过多`)
      .nullish()
      .transform((list) => [...new Set(list ?? [])]),
    { label, kind: 'references', ...more },
  );

/** Like `references`, stored in a separate table; a missing list keeps the stored one. */
export const optionalReferences = (label: string, more: More = {}) =>
  named(
    z
      .array(z.coerce.number<number | string>(`${label}不正确`).int().positive(), { error: `${label}不正确` })
      .max(5000, `${label}过多`)
      .nullish()
      .transform((list) => (list ? [...new Set(list)] : null)),
    { label, kind: 'references', keep: true, notInSheet: true, ...more },
  );

/** A list of short texts. */
export const stringList = (label: string, most: number, max = 100, more: More = {}) =>
  named(
    z
      .array(visible().min(1).max(max, tooLong(label, max)), { error: `${label}不正确` })
      .max(most, `${label}最多${most}项`)
      .nullish()
      .transform((list) => list ?? []),
    { label, kind: 'words', max: most, ...more },
  );

/** A table inside the form: a list of objects with these fields. Messages name the line: 第2行：名称不能为空. */
export function rows<F extends Readonly<Record<string, z.ZodType>>>(
  label: string,
  fields: F,
  limits: { least?: number; most: number },
  more: More = {},
) {
  const { least = 0, most } = limits;
  const line = z.object(fields);
  const checked = z
    .array(z.unknown(), { error: `${label}不正确` })
    .nullish()
    .transform((list) => list ?? [])
    .superRefine((list, context) => {
      if (list.length > most) context.addIssue({ code: 'custom', message: `${label}最多${most}行` });
      if (list.length < least) context.addIssue({ code: 'custom', message: least === 1 ? `请填写${label}` : `${label}至少${least}行` });
    })
    .transform((list, context) => {
      const lines: z.output<typeof line>[] = [];
      for (const [index, value] of list.slice(0, most).entries()) {
        const result = line.safeParse(value);
        if (result.success) lines.push(result.data);
        else
          for (const { path, message } of result.error.issues.slice(0, 1))
            context.addIssue({ code: 'custom', path: [index, ...path], message: `第${index + 1}行：${message}` });
      }
      return lines;
    });
  const columns = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, metaOf(schema)]));
  return named(checked, { label, kind: 'rows', columns, max: most, required: least > 0, notInSheet: true, ...more });
}

/** An uploaded file as a row stores it. The server takes name and size from its own table of files. */
export const storedFile = z.object({ fileId: z.number().int().positive(), name: z.string().max(300), size: z.number().int().min(0) });
export type StoredFile = z.output<typeof storedFile>;

const typeOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';

/** Uploaded files, checked by extension, size and number. The server checks that the user uploaded them. */
export function files(label: string, rule: FileRule, more: More = {}) {
  const { types, bytes, most } = rule;
  const checked = z
    .array(storedFile, { error: `${label}不正确` })
    .max(most, `${label}最多${most}个文件`)
    .nullish()
    .transform((list) => list ?? [])
    .superRefine((list, context) => {
      for (const { name, size } of list) {
        if (!types.includes(typeOf(name)))
          context.addIssue({ code: 'custom', message: `“${name}”的格式不正确，请上传${types.join('、')}格式的文件` });
        if (size > bytes) context.addIssue({ code: 'custom', message: `“${name}”超过${bytes / 1024 / 1024}MB，请压缩后再上传` });
      }
      if (more.required && list.length === 0) context.addIssue({ code: 'custom', message: `请上传${label}` });
    });
  return named(checked, { label, kind: most === 1 ? 'file' : 'files', files: rule, notInSheet: true, ...more });
}

/** One uploaded file: a list of at most one. */
export const file = (label: string, rule: Omit<FileRule, 'most'>, more: More = {}) => files(label, { ...rule, most: 1 }, more);

/** A read-only field that no form writes. */
export const shown = (label: string, kind: FieldMeta['kind'] = 'text', more: More = {}) => named(z.string(), { label, kind, ...more });
export const shownNumber = (label: string, kind: FieldMeta['kind'] = 'number', more: More = {}) =>
  named(z.number(), { label, kind, numeric: true, ...more });

/** A read-only field that is not a text or a number: another row, a list, a boolean. */
export const shownOther = <T extends z.ZodType>(label: string, schema: T, more: More = {}): T =>
  named(schema, { label, kind: 'text', notInSheet: true, ...more });

export const remark = () => optionalText('备注', 500, undefined, { kind: 'long' });

/** Rejects text that would run as a script if a page showed the name unescaped. */
export const NO_SCRIPT = (label: string): readonly [RegExp, string] => [/^(?![\s\S]*<[\s/]*[a-z!][^>]*>)/i, `${label}不能包含脚本字符`];
