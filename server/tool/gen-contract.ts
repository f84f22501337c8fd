import { quoted, type GenField, type GenModel } from './gen-model.ts';

const PLACE_MAX = 300;
const LONG = 20_000;
const SHORT = 200;

/** Creates a field with the builders of the contract. Returns the name of the builder too, for the import. */
function builderOf(one: GenField): readonly [name: string, made: string] {
  const label = quoted(one.label);
  const { control, length, required, dict } = one;
  if (!one.written)
    return one.numeric
      ? control === 'datetime'
        ? ['time', `time(${label})`]
        : ['shownNumber', `shownNumber(${label})`]
      : ['shown', `shown(${label})`];
  if (control === 'datetime' && one.numeric) return ['time', `time(${label})`];
  if (one.numeric) return ['integer', `integer(${label}, 0, Number.MAX_SAFE_INTEGER${required ? '' : ', 0'})`];
  if (dict === 'sys_normal_disable' && !required) return ['status', `status(${label})`];
  if ((control === 'select' || control === 'radio' || control === 'checkbox') && dict !== '')
    return ['entry', `entry(${label}, ${quoted(dict)}${required ? '' : ", ''"})`];
  if (control === 'imageUpload') return ['image', `image(${label})`];
  if (control === 'editor') return ['html', `html(${label}, ${LONG})`];
  const max = control === 'fileUpload' ? PLACE_MAX : (length ?? (control === 'textarea' ? LONG : SHORT));
  return required ? ['text', `text(${label}, ${max})`] : ['optionalText', `optionalText(${label}, ${max})`];
}

const OWN = new Set(['NE', 'GT', 'GTE', 'LT', 'LTE']);

/** `contract/<area>/<noun>.ts`: the fields, and the endpoints derived from them. */
export function contractOf(model: GenModel): string {
  const { noun, area, name, key, plain, tree } = model;
  const made = model.fields.map((one) => [one, ...builderOf(one)] as const);
  const lines = (written: boolean): string =>
    made
      .filter(([one]) => one.written === written)
      .map(([one, , text]) => `    ${one.field}: ${text},\n`)
      .join('');
  const builders = [...new Set(made.map(([, builder]) => builder))].sort();
  const filters = model.fields.filter((one) => one.compare !== null && one.compare !== 'BETWEEN');
  const filter = filters.map((one) => `${one.field}: '${one.compare === 'LIKE' ? 'like' : OWN.has(one.compare ?? '') ? 'own' : 'equal'}'`).join(', ');
  const range = model.fields.find((one) => one.compare === 'BETWEEN' && one.control === 'datetime');
  const sort = model.fields.filter((one) => one.listed && one.control !== 'editor').map((one) => quoted(one.field));
  const calls = plain ? "['list', 'get', 'remove', 'export']" : tree ? "['get', 'add', 'edit', 'remove']" : null;
  return `${tree ? "import { z } from 'zod';\n" : ''}import { crud } from '../crud.ts';
${tree ? "import { endpoint } from '../endpoint.ts';\n" : ''}import { ${builders.join(', ')} } from '../field.ts';

export const ${noun} = crud('/${area}/${noun}', {
  name: ${quoted(name)},
  permission: '${area}:${noun}',
${plain ? '  log: true,\n' : ''}  key: '${key}',
  title: '${model.title}',
  fields: {
${lines(true)}  },
${lines(false) === '' ? '' : `  shown: {\n${lines(false)}  },\n`}  filter: { ${filter} },
${range ? `  range: '${range.field}',\n` : plain ? `  range: '${key}',\n` : ''}  sort: [${[quoted(key), ...sort, ...(plain ? [] : ["'createTime'"])].join(', ')}],
${calls ? `  calls: ${calls},\n` : ''}});
${
  tree
    ? `
/** Every row, unpaged: who is below whom is in \`${tree.parent}\`. */
export const ${noun}Rows = endpoint('GET /${area}/${noun}/list', {
  summary: ${quoted(`${name}列表`)},
  access: '${area}:${noun}:list',
  data: z.array(${noun}.list.row),
});
`
    : ''
}`;
}
