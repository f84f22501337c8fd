import { allFields, FORM_LIMITS, FormError, type Form, type FormField } from '../../contract/workflow/form-content.ts';
import { lintForm } from '../../contract/workflow/form-lint.ts';
import { isVForm, NOT_JSON, parseForm } from '../../contract/workflow/form-parser.ts';
import { isObject, plainCopy, utf8Length } from '../../contract/workflow/form-plain.ts';
import { slowRegexMessage } from '../../contract/workflow/form-regex.ts';
import { serializeForm } from '../../contract/workflow/form-serializer.ts';
import { invalid } from '../http/app-error.ts';
import { slowPattern, tooManyPatterns } from './regex-worker.ts';

/**
 * Returns the text to store for the content of a form. Throws 400 with the first problem. The request text is not stored: what the parser
 * does not know as data of a form would reach the pages of compatible clients (form-designer §1.7).
 */
export async function contentToStore(text: string): Promise<string> {
  if (isVForm(text)) return vformContent(text);
  const form = readForm(text);
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
    const rest = field.rest && Object.fromEntries(Object.entries(field.rest).filter(([key, value]) => key.startsWith('__') || !isComposite(value)));
    return { ...field, ...(rest ? { rest } : {}), ...(children ? { children } : {}) };
  };
  return { ...form, fields: form.fields.map(clean) };
}

const isComposite = (value: unknown): boolean => isObject(value) || Array.isArray(value);
