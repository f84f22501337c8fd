import { quoted, type GenField, type GenModel } from './gen-model.ts';

const PLACE_MAX = 300;
const LONG = 20_000;
const SHORT = 200;
/** Integers with this many digits are exact in JavaScript. */
const EXACT_DIGITS = 15;

/** Creates a field with the builders of the contract. Returns the name of the builder too, for the import. */
function builderOf(one: GenField): readonly [name: string, made: string] {
  const label = quoted(one.label);
  const { control, length, required, dict, kind, size } = one;
  if (kind === 'time') return ['time', `time(${label})`];
  if (!one.written) return one.numeric ? ['shownNumber', `shownNumber(${shownAs(label, kind)})`] : ['shown', `shown(${shownAs(label, kind)})`];
  const more = required ? ', { required: true }' : '';
  if (kind === 'date') return ['date', `date(${label}${more})`];
  if (kind === 'money') return ['money', `money(${label}, ${10 ** Math.min(size.digits, EXACT_DIGITS) - 1})`];
  if (kind === 'decimal') return ['decimal', `decimal(${label}, ${size.digits}, ${size.scale}${more})`];
  if (kind === 'number') return ['integer', `integer(${label}, 0, Number.MAX_SAFE_INTEGER${required ? '' : ', 0'})`];
  if (dict === 'sys_normal_disable' && !required) return ['status', `status(${label})`];
  if ((control === 'select' || control === 'radio' || control === 'checkbox') && dict !== '')
    return ['entry', `entry(${label}, ${quoted(dict)}${required ? '' : ", ''"})`];
  if (control === 'imageUpload') return ['image', `image(${label})`];
  if (control === 'editor') return ['html', `html(${label}, ${LONG})`];
  const max = control === 'fileUpload' ? PLACE_MAX : (length ?? (control === 'textarea' ? LONG : SHORT));
  return required ? ['text', `text(${label}, ${max})`] : ['optionalText', `optionalText(${label}, ${max})`];
}

/** The arguments of a read-only field: its kind follows the label unless it is the default one. */
const shownAs = (label: string, kind: GenField['kind']): string => (kind === 'money' || kind === 'date' ? `${label}, '${kind}'` : label);

const OWN = new Set(['NE', 'GT', 'GTE', 'LT', 'LTE']);

/** Kinds that a list always filters by a range. */
const RANGED: ReadonlySet<GenField['kind']> = new Set(['time', 'date', 'money']);

const operatorOf = ({ compare, kind }: GenField): string => {
  if (RANGED.has(kind)) return 'between';
  if (compare === 'LIKE') return 'like';
  if (compare === 'BETWEEN') return kind === 'number' ? 'between' : 'equal';
  return OWN.has(compare ?? '') || kind === 'decimal' ? 'own' : 'equal';
};

/** The time that the list's own range of days filters. */
export const rangeOf = (model: GenModel): GenField | undefined => model.fields.find((one) => one.compare !== null && one.kind === 'time');

/** The fields whose filter the server compares by a rule of the resource. */
export const ownFiltersOf = (model: GenModel): GenField[] => filtersOf(model).filter((one) => operatorOf(one) === 'own');

/** The fields with a filter of their own. */
export function filtersOf(model: GenModel): GenField[] {
  const range = rangeOf(model);
  return model.fields.filter((one) => one.compare !== null && one !== range);
}

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
  const range = rangeOf(model);
  const filters = filtersOf(model);
  const filter = filters.map((one) => `${one.field}: '${operatorOf(one)}'`).join(', ');
  // Decimals are text: their order would be that of words.
  const sort = model.fields.filter((one) => one.listed && one.control !== 'editor' && one.kind !== 'decimal').map((one) => quoted(one.field));
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
