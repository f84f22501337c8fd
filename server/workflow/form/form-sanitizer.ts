import { allFields, FORM_LIMITS, FormError, type Form, type FormField, type FormOption } from '../../../contract/workflow/form-content.ts';
import { dictionariesOf, withDictionaries } from '../../../contract/workflow/form-dictionary.ts';
import { lintForm } from '../../../contract/workflow/form-lint.ts';
import { isScriptAddress, isUnsafeKey, kindOf } from '../../../contract/workflow/form-keys.ts';
import { isVForm, NOT_JSON, parseForm } from '../../../contract/workflow/form-parser.ts';
import { isObject, plainCopy, utf8Length } from '../../../contract/workflow/form-plain.ts';
import { slowRegexMessage } from '../../../contract/workflow/form-regex.ts';
import { serializeForm } from '../../../contract/workflow/form-serializer.ts';
import { invalid } from '../../http/app-error.ts';
import { slowPattern, tooManyPatterns } from './regex-worker.ts';

/**
 * Returns the text to store for the content of a form. Throws 400 with the first problem. The request text is not stored: what the parser
 * does not know as data of a form would reach the pages of compatible clients (form-designer §1.7).
 */
export async function contentToStore(text: string, entriesOf: (type: string) => Promise<readonly FormOption[]>): Promise<string> {
  if (isVForm(text)) return vformContent(text);
  const read = readForm(text);
  const types = dictionariesOf(read);
  const form = withDictionaries(read, new Map(await Promise.all(types.map(async (type) => [type, await entriesOf(type)] as const))));
  const [problem] = lintForm(form).errors;
  if (problem) throw invalid(problem.message);
  const patterns = allFields(form.fields).flatMap(({ regList }) => regList.map(({ pattern }) => pattern));
  if (tooManyPatterns(patterns)) throw invalid('正则校验不能超过200种，请合并相同的规则');
  const slow = await slowPattern(patterns);
  if (slow !== null) throw invalid(slowRegexMessage(slow));
  return JSON.stringify(serializeForm(withoutObjects(form)));
}

/** Returns stored content as a renderer may get it; text that cannot be read stays as it is. */
export function contentToShow(text: string): string {
  try {
    return isVForm(text) ? JSON.stringify(plainCopy(JSON.parse(text))) : JSON.stringify(serializeForm(parseForm(text, { repair: false }).form));
  } catch {
    return text;
  }
}

function readForm(text: string): Form {
  try {
    return parseForm(text, { repair: false }).form;
  } catch (error) {
    throw error instanceof FormError ? invalid(error.message) : error;
  }
}

/** Forms of VForm are stored as they came: only size, depth and keys are checked. */
function vformContent(text: string): string {
  if (utf8Length(text) > FORM_LIMITS.bytes) throw invalid('表单内容过大，请减少组件或选项');
  let unsafe = false;
  try {
    plainCopy(JSON.parse(text), () => {
      unsafe = true;
    });
  } catch (error) {
    throw invalid(error instanceof FormError ? error.message : NOT_JSON);
  }
  return unsafe ? JSON.stringify(plainCopy(JSON.parse(text))) : text;
}

/** Compatible renderers hand unknown objects to their components; only plain attributes are stored. */
function withoutObjects(form: Form): Form {
  const clean = (field: FormField): FormField => {
    const children = field.children?.map(clean);
    // Data of a component that this site does not know is kept when no key in it could reach the renderer itself.
    const foreign = kindOf(field) === null && field.layout === 'colFormItem';
    const kept = ([key, value]: [string, unknown]): boolean => key.startsWith('__') || !isComposite(value) || (foreign && isPlainData(value));
    const rest = field.rest && Object.fromEntries(Object.entries(field.rest).filter(kept));
    return { ...field, ...(rest ? { rest } : {}), ...(children ? { children } : {}) };
  };
  return { ...form, fields: form.fields.map(clean) };
}

function isPlainData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainData);
  if (isObject(value)) return Object.entries(value).every(([key, one]) => !isUnsafeKey(key) && isPlainData(one));
  return !isScriptAddress(value);
}

const isComposite = (value: unknown): boolean => isObject(value) || Array.isArray(value);
