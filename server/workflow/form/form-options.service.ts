import { allFields, FormError, type FormField, type FormOption } from '../../../contract/workflow/form-content.ts';
import { hasRemoteOptions, kindOf } from '../../../contract/workflow/form-keys.ts';
import { mapOptions, OPTION_KEYS, optionKeys, type OptionKeys } from '../../../contract/workflow/form-option.ts';
import { parseForm } from '../../../contract/workflow/form-parser.ts';
import type { formOptions } from '../../../contract/workflow/flow-form.ts';
import { configOf } from '../../db/config-value.ts';
import type { AppContext } from '../../context.ts';
import { AppError, failed, forbidden, invalid, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import type { App } from '../../http/serve.ts';
import { definitionById } from '../definition/flow-definition.queries.ts';
import { graphOf } from '../definition/flow-graph-cache.ts';
import { deployedForm, deploymentOfTask, dictionaryEntries, liveForm } from './flow-form.queries.ts';
import { readDataHosts, sourceOf, valueAt } from './form-source.ts';
import { fetchOutside } from './outside-fetch.ts';
import type { z } from 'zod';

type Asked = z.output<(typeof formOptions)['body']>;
type Rows = Record<string, string | number | boolean>[];
export interface FetchedOptions {
  readonly options: FormOption[];
  readonly rows: Rows;
}

const REQUESTS: RateLimit = { name: 'form_options', points: 240, windowMs: 60_000 };
/** People who fill in forms or design them. */
const READERS = ['flowable:task:process', 'flowable:task:todo', 'flowable:form:query', 'tool:build:list'];
const UNAVAILABLE = '选项加载失败，点击重试';
const NO_FORM = '表单不存在或已删除，请刷新后重试';

/** The application of each context: sources on this site are run by its handlers. */
const apps = new WeakMap<AppContext, App>();
export const connectSources = (app: App): void => void apps.set(app.context, app);

/** Answers `POST /flowable/form/options`. */
export async function requestedOptions(context: AppContext, currentUser: CurrentUser, asked: Asked): Promise<FetchedOptions> {
  if (!READERS.some((permission) => hasPermission(currentUser, permission))) throw forbidden();
  await rateLimit(context, REQUESTS, currentUser.userId);
  if (asked.vModel === undefined) return triedOptions(context, currentUser, asked);
  const fields = (await contentsFor(context, asked)).flatMap(fieldsOf);
  const found = namedField(fields, asked.vModel);
  if (!found) throw missing('表单里没有这个字段，请刷新后重试');
  return optionsOfField(context, currentUser, found);
}

/** A form that cannot be read, also one of VForm, answers 400. */
function fieldsOf(content: string): readonly FormField[] {
  try {
    return allFields(parseForm(content, { repair: false }).form.fields);
  } catch (error) {
    throw error instanceof FormError ? invalid(error.message) : error;
  }
}

/** A designer tries a source that is not stored yet. */
function triedOptions(context: AppContext, currentUser: CurrentUser, asked: Asked): Promise<FetchedOptions> {
  if (!hasPermission(currentUser, 'tool:build:list')) throw forbidden();
  if (!asked.url) throw invalid('请填写接口地址');
  const keys = {
    label: asked.labelKey || OPTION_KEYS.label,
    value: asked.valueKey || OPTION_KEYS.value,
    children: asked.childrenKey || OPTION_KEYS.children,
  };
  return fetched(context, currentUser, { method: asked.method ?? 'get', url: asked.url, dataPath: asked.dataPath ?? '', keys, tree: true });
}

/** Returns the field with a name; `table.column` is a column, and a table without a name is found by its number. */
function namedField(fields: readonly FormField[], name: string): FormField | undefined {
  const [first, column] = name.split('.', 2);
  const field = fields.find((one) => one.vModel === first);
  if (column !== undefined) return field?.children?.find((one) => one.vModel === column);
  return field ?? fields.find((one) => kindOf(one) === 'table' && String(one.formId) === name);
}

/** Returns the stored forms of a request: one, or for a task also its own. */
async function contentsFor({ db }: AppContext, { formId, deployId, taskId }: Asked): Promise<string[]> {
  if (formId !== undefined) {
    const form = await liveForm(db, formId);
    if (!form) throw missing(NO_FORM);
    return [form.formContent];
  }
  const task = taskId === undefined ? undefined : await deploymentOfTask(db, taskId);
  if (taskId !== undefined && !task) throw missing('任务不存在或已办理，请刷新后重试');
  const deployed = task?.definitionId ?? deployId;
  const form = deployed === undefined ? undefined : await deployedForm(db, deployed);
  const own = task && (await formOfNode(db, task.definitionId, task.nodeKey));
  const contents = [form?.formContent, own].filter((one) => one !== undefined);
  if (contents.length === 0) throw missing(NO_FORM);
  return contents;
}

/** Returns the content of the form that a node of a definition names. */
async function formOfNode(db: AppContext['db'], definitionId: number, nodeKey: string): Promise<string | undefined> {
  const definition = await definitionById(db, definitionId);
  const formKey = definition && (await graphOf(db, definition)).nodes.get(nodeKey)?.task?.formKey;
  return formKey && /^\d{1,15}$/.test(formKey) ? (await liveForm(db, Number(formKey)))?.formContent : undefined;
}

/** Returns the options of a stored field for this user: from its dictionary or its source. Throws when the source does not answer. */
export async function optionsOfField(context: AppContext, currentUser: CurrentUser, field: FormField): Promise<FetchedOptions> {
  const { shuzhou } = field;
  if (shuzhou?.dict) {
    const entries = await dictionaryEntries(context.db, shuzhou.dict);
    return { options: entries.map(({ dictLabel, dictValue }) => ({ label: dictLabel, value: dictValue })), rows: [] };
  }
  if (!hasRemoteOptions(field)) return { options: [...(field.options ?? [])], rows: [] };
  return fetched(context, currentUser, {
    method: String(field['method'] ?? 'get').toLowerCase(),
    url: String(field['url'] ?? ''),
    dataPath: String(field['dataPath'] ?? ''),
    keys: optionKeys(field),
    tree: kindOf(field) === 'cascader',
  });
}

interface Source {
  readonly method: string;
  readonly url: string;
  readonly dataPath: string;
  readonly keys: OptionKeys;
  readonly tree: boolean;
}

const KEPT_MS = 60_000;
const KEPT_ENTRIES = 500;
const kept = new WeakMap<AppContext, Map<string, { until: number; answer: Promise<FetchedOptions> }>>();

function fetched(context: AppContext, currentUser: CurrentUser, source: Source): Promise<FetchedOptions> {
  const entries = kept.get(context) ?? new Map<string, { until: number; answer: Promise<FetchedOptions> }>();
  kept.set(context, entries);
  const key = JSON.stringify([currentUser.userId, source]);
  const found = entries.get(key);
  if (found && found.until > Date.now()) return found.answer;
  const answer = load(context, currentUser, source);
  entries.delete(key);
  entries.set(key, { until: Date.now() + KEPT_MS, answer });
  const [oldest] = entries.keys();
  if (entries.size > KEPT_ENTRIES && oldest !== undefined) entries.delete(oldest);
  answer.catch(() => entries.delete(key));
  return answer;
}

async function load(context: AppContext, currentUser: CurrentUser, { method, url, dataPath, keys, tree }: Source): Promise<FetchedOptions> {
  const app = apps.get(context);
  const hosts = readDataHosts((await configOf(context, 'tool.build.dataHosts')) ?? '');
  const source = sourceOf(method, url, app?.endpoints ?? [], hosts);
  if (source.kind === 'rejected') throw failed(source.message);
  let answer: unknown;
  try {
    if (source.kind === 'own') {
      const read = app?.reads.get(source.endpoint.key);
      if (!read) throw failed(UNAVAILABLE);
      answer = await read(currentUser, { params: source.params, query: source.query });
    } else answer = await fetchOutside(source.url, source.method, source.address);
  } catch (error) {
    if (error instanceof AppError) throw error;
    app?.log.warn({ url: url.split('?')[0], why: (error as Error).message }, 'form source failed');
    throw failed(UNAVAILABLE);
  }
  const data = valueAt(answer, dataPath);
  if (!Array.isArray(data)) throw failed(UNAVAILABLE);
  return { options: mapOptions(data, keys, tree), rows: plainRows(data) };
}

/** Rows of a table: plain values only. */
const plainRows = (data: readonly unknown[]): Rows =>
  data.slice(0, 500).flatMap((row) => {
    if (typeof row !== 'object' || row === null) return [];
    const cells = Object.entries(row).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    return [Object.fromEntries(cells.slice(0, 60)) as Rows[number]];
  });
