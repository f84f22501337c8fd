import { ownFiltersOf } from './gen-contract.ts';
import { quoted, tableTypeOf, type GenField, type GenModel } from './gen-model.ts';

const SIGNS: Readonly<Record<string, string>> = { EQ: '=', NE: '!=', GT: '>', GTE: '>=', LT: '<', LTE: '<=' };

/** The value of a filter as the column stores it. */
const valueOf = ({ kind, numeric, size }: GenField): string =>
  kind === 'decimal' ? `decimalText(value, ${size.scale})` : numeric ? 'Number(value)' : 'value';

/** `server/<area>/<noun>.routes.ts`. */
export function routesOf(model: GenModel): string {
  const { noun, area, file, tree, key } = model;
  const columns = model.fields.filter((one) => one.field !== one.column).map((one) => `${one.field}: '${one.column}'`);
  const own = ownFiltersOf(model);
  const filters = own.map(
    (one) => `      ${one.field}: (query, value) => query.where('${one.column}', '${SIGNS[one.compare ?? '']}', ${valueOf(one)}),\n`,
  );
  const parent = model.fields.find((one) => one.field === tree?.parent)?.column ?? '';
  const body = `serveCrud(app, ${noun}, {
    table: '${model.table}',
    log: ${quoted(`${model.name}管理`)},
${model.plain ? '    appendOnly: true,\n' : ''}${columns.length > 0 ? `    columns: { ${columns.join(', ')} },\n` : ''}    removal: 'hard',
${filters.length > 0 ? `    filters: {\n${filters.join('')}    },\n` : ''}${
    tree
      ? `    usedBy: [{ table: '${model.table}', column: '${parent}', error: () => failed('存在下级，不允许删除') }],
    check: async (tx, { draft, before }) => assertNoLoop(tx, '${model.table}', '${parent}', before?.id ?? 0, Number(draft.${tree.parent})),
`
      : ''
  }${model.sub ? `    usedBy: [{ table: '${model.sub.model.table}', column: '${subColumn(model)}' }],\n` : ''}  });`;
  return `${own.some((one) => one.kind === 'decimal') ? "import { decimalText } from '../../contract/field.ts';\n" : ''}import { ${noun}${tree ? `, ${noun}Rows` : ''} } from '../../contract/${area}/${file}.ts';
import { serveCrud } from '../crud/serve-crud.ts';
${tree ? "import { assertNoLoop } from '../crud/tree-loop.ts';\nimport { failed } from '../http/app-error.ts';\nimport { serve, type App } from '../http/serve.ts';" : "import type { App } from '../http/serve.ts';"}

/** ${key} and what belongs to it: table \`${model.tableName}\`. */
export function ${noun}Routes(app: App): void {
  ${tree ? `const rows = ${body}\n  serve(app, ${noun}Rows, ({ context, currentUser }) => rows.all(context, currentUser, {}));` : body}
}
`;
}

/** `remark` is one of the columns every row has. */
const ownFields = (model: GenModel) => model.fields.filter((one) => model.plain || one.column !== 'remark');

const subColumn = ({ sub }: GenModel): string => sub?.model.fields.find((one) => one.field === sub.by)?.column ?? '';

/** `server/db/<table>-table.ts`: the row type. */
export function tableTypeFileOf(model: GenModel): string {
  const lines = ownFields(model).map((one) => {
    const inner = !one.numeric ? 'string' : one.kind === 'time' ? 'number | null' : 'number';
    return `  ${one.column}: ${one.required || one.kind === 'time' ? inner : `Generated<${inner}>`};\n`;
  });
  return `import type { Generated } from 'kysely';
${model.plain ? '' : "import type { Base } from './base-columns.ts';\n"}
export interface ${tableTypeOf(model)}${model.plain ? '' : ' extends Base'} {
  id: Generated<number>;
${lines.join('')}}

declare module './tables.ts' {
  interface Tables {
    ${model.table}: ${tableTypeOf(model)};
  }
}
`;
}

/** A migration that creates the table if it does not exist. */
export function migrationOf(model: GenModel): string {
  const kind = (one: GenModel['fields'][number]): string => {
    if (one.numeric) return one.kind === 'time' ? 'number?' : one.required ? 'number' : 'zero';
    return one.required ? 'text' : one.dict === 'sys_normal_disable' ? '=0' : 'empty';
  };
  return `import type { Kysely } from 'kysely';
import { ${model.plain ? '' : 'BASE, '}columns } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const made = db.schema.createTable('${model.tableName}').ifNotExists().addColumn('id', engine.identityType, engine.identity);
  await columns(made, {
${ownFields(model)
  .map((one) => `    ${one.column}: '${kind(one)}',\n`)
  .join('')}${model.plain ? '' : '    ...BASE,\n'}  }).execute();
}
`;
}
