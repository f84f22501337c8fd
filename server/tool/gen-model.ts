import type { GenColumn } from '../../contract/tool/gen-table.ts';
import { failed } from '../http/app-error.ts';
import { columnKindOf } from './gen-column-rules.ts';
import { camel, decimalSize, kebab, pascal, type ColumnKind } from './gen-guess.ts';

/** The data of the templates. Every name in it is validated, and the templates quote every text. */
export interface GenModel {
  readonly area: string;
  /** Name of the resource in code, `paperKind`, and in file names, `paper-kind`. */
  readonly noun: string;
  readonly file: string;
  readonly typeName: string;
  /** Table name in the database and in code. */
  readonly tableName: string;
  readonly table: string;
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly fields: readonly GenField[];
  /** Rows without the standard columns of every table: they are shown, not written. */
  readonly plain: boolean;
  readonly formColumns: 1 | 2;
  readonly tree: { readonly parent: string; readonly name: string } | null;
  readonly sub: { readonly model: GenModel; readonly by: string } | null;
}

export interface GenField {
  readonly field: string;
  readonly column: string;
  readonly label: string;
  readonly control: GenColumn['htmlType'];
  readonly dict: string;
  readonly kind: ColumnKind;
  /** Stored as an integer. */
  readonly numeric: boolean;
  /** Digits of a decimal in total and behind the point. */
  readonly size: { readonly digits: number; readonly scale: number };
  /** Maximum number of characters, if the column defines one. */
  readonly length: number | null;
  readonly required: boolean;
  readonly written: boolean;
  readonly listed: boolean;
  readonly compare: GenColumn['queryType'] | null;
}

interface Source {
  readonly info: {
    readonly tableName: string;
    readonly className: string;
    readonly moduleName: string;
    readonly businessName: string;
    readonly functionName: string;
    readonly tplCategory: string;
    readonly formColNum: number;
    readonly treeParentCode: string;
    readonly treeName: string;
    readonly subTableFkName: string;
  };
  readonly columns: readonly GenColumn[];
}

const BASE = new Set(['create_by', 'create_time', 'update_by', 'update_time', 'del_flag', 'version']);
/** Reserved words of the language, and names that the generated files import. */
const TAKEN = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof ' +
    'new null return super switch this throw true try typeof var void while with yield let static await async implements package protected ' +
    'interface private public arguments eval undefined crud endpoint serve serveCrud failed app resource call queryOf text optionalText integer money decimal decimalText date ' +
    'entry image html time remark reference words shown shownNumber status columns tables up'
  ).split(' '),
);

/** Converts the settings of a table into the model of the templates. Throws for invalid names. */
export function modelOf({ info, columns }: Source, sub: Source | null): GenModel {
  const noun = info.businessName;
  if (TAKEN.has(noun)) throw failed(`名词「${noun}」是程序里的保留字，请换一个`);
  const has = new Set(columns.map((one) => one.columnName));
  const plain = ![...BASE].every((name) => has.has(name));
  const fields = columns.filter((one) => one.columnName !== 'id' && !BASE.has(one.columnName)).map((one) => fieldOf(one, plain));
  // A key named `kind_id` in the statement is stored in the column `id` and keeps its name on the wire.
  const named = columns.find((one) => one.columnName === 'id')?.javaField ?? 'id';
  const key = named === 'id' ? `${noun}Id` : named;
  const names = [key, ...fields.map((one) => one.field)];
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice) throw failed(`字段名「${twice}」用了两次`);
  const fieldNamed = (column: string, what: string): string => {
    const found = fields.find((one) => one.column === camel(column));
    if (!found) throw failed(`表「${info.tableName}」没有${what}「${column}」，请重新选择`);
    return found.field;
  };
  const first =
    fields.find((one) => one.kind === 'text' && one.required && one.dict === '') ?? fields.find((one) => one.kind === 'text') ?? fields[0];
  if (!first) throw failed(`表「${info.tableName}」除主键外没有字段，不能生成`);
  const tree =
    info.tplCategory === 'tree' ? { parent: fieldNamed(info.treeParentCode, '树上级字段'), name: fieldNamed(info.treeName, '树名称字段') } : null;
  const subModel = sub ? modelOf(sub, null) : null;
  return {
    area: info.moduleName,
    noun,
    file: kebab(noun),
    typeName: info.className,
    tableName: info.tableName,
    table: camel(info.tableName),
    name: info.functionName,
    key,
    title: tree?.name ?? first.field,
    fields,
    plain,
    formColumns: info.formColNum >= 2 ? 2 : 1,
    tree,
    sub: subModel ? { model: subModel, by: subField(subModel, info.subTableFkName) } : null,
  };
}

function subField(sub: GenModel, column: string): string {
  const found = sub.fields.find((one) => one.column === camel(column));
  if (!found) throw failed(`子表「${sub.tableName}」没有外键「${column}」，请重新选择`);
  return found.field;
}

function fieldOf(one: GenColumn, plain: boolean): GenField {
  const kind = columnKindOf(one);
  const length = /^(?:var)?char\((\d+)\)$/.exec(one.columnType)?.[1];
  return {
    field: one.javaField,
    column: camel(one.columnName),
    label: one.columnComment || one.javaField,
    control: one.htmlType,
    dict: one.dictType,
    kind,
    numeric: kind === 'number' || kind === 'money' || kind === 'time',
    size: decimalSize(one.columnType) ?? { digits: 15, scale: 2 },
    length: length ? Number(length) : null,
    required: one.isRequired === '1',
    written: !plain && (one.isInsert === '1' || one.isEdit === '1'),
    listed: one.isList === '1',
    compare: one.isQuery === '1' ? one.queryType : null,
  };
}

/** Returns a text as a string literal of the generated code, safely escaped. */
export const quoted = (value: string): string =>
  `'${value
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

export const tableTypeOf = (model: GenModel): string => `${pascal(model.table)}Table`;
