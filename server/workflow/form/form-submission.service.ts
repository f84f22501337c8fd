import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { allFields, FormError, isRepeat, type Form, type FormField } from '../../../contract/workflow/form-content.ts';
import { isUploadKind, kindOf } from '../../../contract/workflow/form-keys.ts';
import { isVForm, parseForm } from '../../../contract/workflow/form-parser.ts';
import { isObject, plainCopy } from '../../../contract/workflow/form-plain.ts';
import { validateSubmission, type FieldRight } from '../../../contract/workflow/form-validation.ts';
import type { KnownFile } from '../../../contract/workflow/form-value.ts';
import type { AppContext } from '../../context.ts';
import { AppError, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { cleanHtml } from '../../http/rich-text.ts';
import { uploadRulesOf } from '../../system/file/upload-rules.service.ts';
import { uploadedFiles } from './flow-form.queries.ts';
import { optionsOfField } from './form-options.service.ts';
import { regexWorker } from './regex-worker.ts';
import { ownsFile } from '../../files/file.policy.ts';

type Values = Record<string, unknown>;

export interface SubmittedOptions {
  /** Rights of the step by field name; without it every field may be edited. */
  readonly rights?: Readonly<Record<string, FieldRight>>;
  /** Values that the instance has: conditions read them, and their files belong to it. */
  readonly stored?: Readonly<Values>;
}

/**
 * Checks submitted values against the content of a form, which is the snapshot of the deployment, and returns the values to store. A
 * definition in the request (`formJson`, `variables`) is not looked at. Throws 400 with the first message.
 */
export async function validateSubmitted(
  context: AppContext,
  currentUser: CurrentUser,
  formContent: string,
  values: Readonly<Values>,
  { rights, stored = {} }: SubmittedOptions = {},
): Promise<Values> {
  // Forms of VForm have no rules that this server knows: their values are stored as they are.
  if (isVForm(formContent)) {
    try {
      return opaqueValues(values);
    } catch (error) {
      if (error instanceof FormError || error instanceof RangeError) throw invalid('表单数据的嵌套太深，请减少层数');
      throw error;
    }
  }
  const form = readForm(formContent);
  const given = { ...values };
  const known = new Map<string, KnownFile & { readonly url: string }>();
  const result = await validateSubmission(form, given, {
    ...(rights ? { rights } : {}),
    stored,
    uploadRules: await uploadRulesOf(context.db),
    regex: (checks) => regexWorker.run(checks),
    options: async (field) => {
      try {
        return (await optionsOfField(context, currentUser, field)).options;
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    files: async (urls) => {
      const present = filesIn(form, stored);
      const names = new Map(urls.map((url) => [url, fileNameOf(context, url)] as const));
      const wanted = [...new Set([...names.values()].filter((name) => name !== null))];
      const rows = wanted.length === 0 ? [] : await uploadedFiles(context.db, wanted);
      for (const [url, name] of names) {
        const row = rows.find(({ fileName }) => fileName === name);
        const mine = row && (ownsFile(row, currentUser) || present.has(row.fileName));
        if (mine) known.set(url, { name: row.fileOriginName, size: row.size, type: row.mime, url: row.fileName });
      }
      return known;
    },
  });
  const [error] = result.errors;
  if (error) throw invalid(error.message);
  return storedValues(context, form, result.values, { known, stored });
}

function readForm(content: string): Form {
  try {
    return parseForm(content, { repair: false }).form;
  } catch (error) {
    throw error instanceof FormError ? invalid(error.message) : error;
  }
}

/** Returns the name of an uploaded file from its address on this site, or null for another address. */
function fileNameOf({ settings }: AppContext, url: string): string | null {
  const path = url.startsWith(settings.publicUrl) ? url.slice(settings.publicUrl.length) : url;
  const name = path.replace(/^\/prod-api(?=\/profile\/)/, '');
  return /^\/profile\/upload\/[\w/-]+\.\w+$/.test(name) ? name : null;
}

/**
 * Names of the uploaded files that an instance has: values of upload fields, also in rows of repeated tables. Text that only looks like an
 * address does not count.
 */
export function filesIn(form: Form, stored: Readonly<Values>): Set<string> {
  const values: unknown[] = [];
  const collect = (fields: readonly FormField[], from: Readonly<Values>): void => {
    for (const field of fields) {
      const value = field.vModel === undefined ? undefined : from[field.vModel];
      if (isUploadKind(kindOf(field))) values.push(value ?? null);
      else if (isRepeat(field)) for (const row of Array.isArray(value) ? value : []) collect(field.children ?? [], row as Readonly<Values>);
      else if (field.children) collect(field.children, from);
    }
  };
  collect(form.fields, stored);
  return new Set(JSON.stringify(values).match(/\/profile\/upload\/[\w/-]+\.\w+/g) ?? []);
}

interface Known {
  readonly known: ReadonlyMap<string, { name: string; url: string }>;
  readonly stored: Readonly<Values>;
}

/** Cleans rich text, encrypts passwords, and takes the names of files from the table of files. */
function storedValues(context: AppContext, form: Form, values: Values, { known, stored }: Known): Values {
  const store = (fields: readonly FormField[], from: Values): Values => {
    const kept: Values = { ...from };
    for (const field of fields) {
      const name = field.vModel;
      if (name === undefined || !Object.hasOwn(kept, name)) continue;
      const kind = kindOf(field);
      const value = kept[name];
      if (kind === 'rich-text' && typeof value === 'string') kept[name] = cleanHtml(value);
      // A client sends back what it got when the user did not change it.
      if (kind === 'password' && typeof value === 'string' && value !== '' && value !== stored[name]) kept[name] = encrypted(context, value);
      if (isUploadKind(kind) && Array.isArray(value))
        kept[name] = (value as { uid: string; name: string; url: string }[]).map((file) => {
          const row = known.get(file.url);
          return row ? { ...file, name: row.name, url: row.url } : file;
        });
      if (kind === 'repeat' && Array.isArray(value)) kept[name] = (value as Values[]).map((row) => store(field.children ?? [], row));
    }
    return kept;
  };
  return store(
    allFields(form.fields).filter((field) => !inTable(form, field)),
    values,
  );
}

const inTable = (form: Form, field: FormField): boolean => allFields(form.fields).some((table) => isRepeat(table) && table.children?.includes(field));

/** AES-256-GCM under a key for this purpose alone. */
function encrypted({ settings }: AppContext, text: string): string {
  const key = createHash('sha256').update(settings.secret).update('form password').digest();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `enc:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

const OPAQUE_NAME = /^[A-Za-z]\w{0,63}$/;
const OPAQUE_LENGTH = 20_000;
const OPAQUE_FIELDS = 500;
const NOT_VALUES = new Set(['formJson', 'variables']);

function opaqueValues(values: Readonly<Values>): Values {
  const kept = Object.entries(values).filter(([name]) => OPAQUE_NAME.test(name) && !NOT_VALUES.has(name));
  if (kept.length > OPAQUE_FIELDS) throw invalid(`一次最多提交${OPAQUE_FIELDS}个字段，请减少后再提交`);
  const [large] = kept.find(([, value]) => (JSON.stringify(value) ?? '').length > OPAQUE_LENGTH) ?? [];
  if (large !== undefined) throw invalid(`字段「${large}」的内容超过${OPAQUE_LENGTH}个字，请缩短，或放到附件里`);
  const copy = plainCopy(Object.fromEntries(kept));
  return isObject(copy) ? { ...copy } : {};
}
