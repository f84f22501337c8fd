import { filtersOf, rangeOf } from './gen-contract.ts';
import { pascal } from './gen-guess.ts';
import { quoted, type GenModel } from './gen-model.ts';

const list = (names: readonly string[]): string => `[${names.map(quoted).join(', ')}]`;

/** The labels of a list page: columns, search and form. */
function wordsOf(model: GenModel, indent: string): string {
  const listed = model.fields.filter((one) => one.listed).map((one) => one.field);
  const searched = filtersOf(model).map((one) => one.field);
  const ranged = rangeOf(model) !== undefined;
  const form = model.fields.filter((one) => one.written).map((one) => one.field);
  const lines = [
    `columns: ${list(listed.length > 0 ? listed : [model.title])},`,
    ...(searched.length > 0 || ranged ? [`search: ${list([...searched, ...(ranged ? ['range'] : [])])},`] : []),
    ...(form.length > 0 ? [`form: ${list(form)},`] : []),
    `empty: ${quoted(`暂无${model.name}`)},`,
    ...(model.formColumns === 1 && form.length > 0 ? ['formColumns: 1,'] : []),
  ];
  return lines.map((line) => indent + line + '\n').join('');
}

/** `src/admin/<area>/<noun>.page.tsx`. */
export const pageOf = (model: GenModel): string => (model.tree ? treePage(model) : model.sub ? subPage(model) : listPage(model));

const Page = (model: GenModel): string => `${pascal(model.noun)}Page`;

const listPage = (model: GenModel): string => `import { ${model.noun} } from '../../../contract/${model.area}/${model.file}.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const rows = resource(${model.noun}, {
${wordsOf(model, '  ')}});

export const ${Page(model)} = () => <ResourcePage resource={rows} />;
`;

const treePage = (model: GenModel): string => `import { ${model.noun}, ${model.noun}Rows } from '../../../contract/${model.area}/${model.file}.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { TreePage } from '../crud/tree-page.tsx';
import { nodesOf } from '../crud/tree-rows.ts';
import { TreeChoice } from '../system/tree-choice.tsx';

const choices = {
  queryKey: [${model.noun}Rows.key, 'choices'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => nodesOf(await call(${model.noun}Rows, {}, { signal }), '${model.key}', '${model.tree?.parent}', '${model.tree?.name}'),
};

const rows = resource(${model.noun}, {
${wordsOf(model, '  ')}  control: {
    ${model.tree?.parent}: (props) => (
      <TreeChoice {...props} question={choices} root="最上级" placeholder="请选择上级" {...(props.row ? { without: Number(props.row['${model.key}']) } : {})} />
    ),
  },
});

export const ${Page(model)} = () => <TreePage resource={rows} question={queryOf(${model.noun}Rows, {})} parent="${model.tree?.parent}" />;
`;

function subPage(model: GenModel): string {
  const sub = model.sub?.model as GenModel;
  const by = model.sub?.by ?? '';
  return `import { useMemo, useState } from 'react';
import { Drawer } from 'antd';
import { ${model.noun} } from '../../../contract/${model.area}/${model.file}.ts';
import { ${sub.noun} } from '../../../contract/${sub.area}/${sub.file}.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const below = resource(${sub.noun}, {
${wordsOf({ ...sub, fields: sub.fields.map((one) => (one.field === by ? { ...one, written: false, listed: false, compare: null } : one)) }, '  ')}});

export function ${Page(model)}() {
  const [of, setOf] = useState<{ id: number; title: string } | null>(null);
  const rows = useMemo(
    () =>
      resource(${model.noun}, {
${wordsOf(model, '        ')}        rowActions: (row) => [{ key: 'below', label: ${quoted(sub.name)}, run: () => setOf({ id: row.${model.key}, title: String(row.${model.title}) }) }],
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={rows} />
      <Drawer open={of !== null} onClose={() => setOf(null)} size="large" title={of ? \`\${of.title}：\${${quoted(sub.name)}}\` : ''} destroyOnHidden>
        {of ? <ResourcePage resource={below} fixed={{ ${by}: of.id }} given={{ ${by}: of.id }} /> : null}
      </Drawer>
    </>
  );
}
`;
}
