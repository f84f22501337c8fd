import type { FieldRight } from '../../contract/workflow/node-settings.ts';
import type { AppContext } from '../context.ts';
import { invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { nodeOf, type FlowGraph } from './engine/flow-graph.ts';
import { nextTasks, tasksAfterStart } from './flow-choices.ts';
import { nameOf } from './flow-people.ts';
import { validateSubmitted } from './form/form-submission.service.ts';
import { fieldNames } from './form/task-form.ts';

type Values = Record<string, unknown>;

const MAX_TEXT = 20_000;
const MAX_LIST = 500;
const MAX_NAMES = 500;
/** Keys of a request that are not values of the form. */
const RESERVED = new Set([
  'formJson',
  'choices',
  'variables',
  'taskId',
  'instanceId',
  'procInsId',
  'deployId',
  'procDefId',
  'comment',
  'approval',
  'businessKey',
]);
const NAME = /^[A-Za-z_][\w]{0,63}$/;

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= MAX_TEXT);

/** Rows of repeated tables are objects of scalars. */
const isRow = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, one]) => NAME.test(name) && (isScalar(one) || isScalarList(one)));
const isScalarList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_LIST && value.every((one) => isScalar(one) || isScalarList(one));

/** Throws for text, lists and numbers of fields above the limits: a value that is left out would be missing later without a word. */
function requireSizes(values: Readonly<Values>): void {
  const names = Object.keys(values);
  if (names.length > MAX_NAMES) throw invalid(`一次最多提交${MAX_NAMES}个字段，请减少后再提交`);
  const tooLong = (value: unknown): string | null => {
    if (typeof value === 'string' && value.length > MAX_TEXT) return `超过${MAX_TEXT}个字，请缩短，或放到附件里`;
    if (Array.isArray(value) && value.length > MAX_LIST) return `超过${MAX_LIST}行，请减少`;
    if (typeof value !== 'object' || value === null) return null;
    for (const one of Object.values(value)) {
      const why = tooLong(one);
      if (why) return why;
    }
    return null;
  };
  for (const name of names) {
    const why = RESERVED.has(name) ? null : tooLong(values[name]);
    if (why) throw invalid(`字段「${name}」的内容${why}`);
  }
}

function storable(values: Readonly<Values>): Values {
  requireSizes(values);
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (RESERVED.has(name) || !NAME.test(name) || name.startsWith('__')) continue;
    const isRows = Array.isArray(value) && value.length <= MAX_LIST && value.every((one) => isRow(one) || isScalar(one) || isScalarList(one));
    if (isScalar(value) || isRows) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

/**
 * Variables by which compatible clients name the next people: `approval`, and the collections of the multi-instance tasks that come next.
 * `closed` are form fields that this user may not edit.
 */
function peopleVariables(graph: FlowGraph, values: Readonly<Values>, next: ReadonlySet<string>, closed: ReadonlySet<string> = new Set()): Values {
  const names = new Set(['approval']);
  for (const id of next) {
    const collection = graph.nodes.get(id)?.task?.collection ?? '';
    if (collection !== '') names.add(nameOf(collection));
  }
  for (const name of closed) names.delete(name);
  const found: [string, unknown][] = [];
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : Object.hasOwn(values, `\${${name}}`) ? values[`\${${name}}`] : undefined;
    if (value !== undefined && (isScalar(value) || isScalarList(value))) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

interface Submission {
  readonly context: AppContext;
  readonly currentUser: CurrentUser;
  readonly graph: FlowGraph;
  /** The form of the deployment; empty without one. */
  readonly form: string;
  readonly values: Readonly<Values>;
}

/**
 * Returns the variables that a start stores. The check reads files and options by its own connection: call it before a transaction, which
 * holds the only connection of SQLite.
 */
export async function startValues({ context, currentUser, graph, form, values }: Submission, stored: Readonly<Values> = {}): Promise<Values> {
  const own = form === '' ? storable(values) : await validateSubmitted(context, currentUser, form, withoutReserved(values), { stored });
  return { ...own, ...peopleVariables(graph, values, tasksAfterStart(graph)) };
}

const withoutReserved = (values: Readonly<Values>): Values => Object.fromEntries(Object.entries(values).filter(([name]) => !RESERVED.has(name)));

interface TaskSubmission extends Submission {
  readonly nodeKey: string;
  /** Whether it is the starter's own node, where the whole form may be edited. */
  readonly isFirst: boolean;
  /** The task's own form; empty without one. */
  readonly taskForm: string;
  /** The variables of the instance. */
  readonly before: Readonly<Values>;
  /** Names that the start has set: later handlers do not overwrite them, because conditions rely on them. */
  readonly started: readonly string[];
}

/**
 * Returns the variables that a completed task stores: fields of the starter's form only where the node may edit them, fields of the
 * task's own form, and names that no form has. Call it before the transaction, like `startValues`.
 */
export async function taskValues(submission: TaskSubmission): Promise<Values> {
  const { context, currentUser, graph, form, values, nodeKey, isFirst, taskForm, before, started } = submission;
  if (isFirst && (form !== '' || taskForm === '')) return Object.keys(values).length === 0 ? {} : startValues(submission, before);
  const settings = nodeOf(graph, nodeKey).task?.settings;
  const names = form === '' ? [] : fieldNames(form);
  const rights = Object.fromEntries(
    names.map((name): [string, FieldRight] => [name, (Object.hasOwn(settings?.fieldRights ?? {}, name) && settings?.fieldRights[name]) || 'read']),
  );
  const editable = names.filter((name) => rights[name] === 'edit');
  const closed = new Set(names.filter((name) => rights[name] !== 'edit'));
  const ownNames = taskForm === '' ? [] : fieldNames(taskForm).filter((name) => !names.includes(name));
  const taken = new Set([...names, ...ownNames]);
  const fixed = new Set(started.filter((name) => settings?.fieldRights[name] !== 'edit'));
  const free = Object.entries(storable(values)).filter(([name]) => !taken.has(name) && !fixed.has(name));
  const edited =
    editable.length === 0
      ? {}
      : only(await validateSubmitted(context, currentUser, form, only(values, editable), { rights, stored: before }), editable);
  const own =
    taskForm === '' ? {} : only(await validateSubmitted(context, currentUser, taskForm, only(values, ownNames), { stored: before }), ownNames);
  return { ...Object.fromEntries(free), ...edited, ...own, ...peopleVariables(graph, values, nextTasks(graph, nodeKey), closed) };
}

const only = (values: Readonly<Values>, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]));
