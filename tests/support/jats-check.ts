import { childrenOf, isElement, parseXml, type XmlElement } from '../../server/document/xml-tree.ts';

/**
 * Content models of JATS 1.3 Journal Publishing for the elements that the writer uses, as regular expressions over the names of children.
 * Source: jats.nlm.nih.gov/publishing/tag-library/1.3. Optional elements that are not used are left out, the order is that of the tag set.
 */
const MODELS: Readonly<Record<string, RegExp>> = {
  article: /^front (body )?(back )?$/,
  front: /^journal-meta article-meta $/,
  'journal-meta': /^(journal-id )+(journal-title-group )*(issn )+(publisher )?$/,
  'journal-title-group': /^(journal-title )*(trans-title-group )*$/,
  'trans-title-group': /^trans-title $/,
  publisher: /^publisher-name $/,
  'article-meta':
    /^(article-id )*(article-categories )?title-group (contrib-group |aff )*(pub-date )+(volume )?(issue )?(fpage lpage )?(history )?(self-uri )*(related-article )*(abstract )*(trans-abstract )*(kwd-group )*(funding-group )*$/,
  'article-categories': /^(subj-group )+$/,
  'subj-group': /^(subject )+$/,
  'title-group': /^article-title (trans-title-group )*$/,
  'contrib-group': /^(contrib )+$/,
  contrib: /^(contrib-id )*(name |name-alternatives )(email )?(xref )?$/,
  name: /^(surname (given-names )?|given-names )$/,
  'name-alternatives': /^(name )+$/,
  aff: /^institution $/,
  'pub-date': /^(day )?(month )?year $/,
  history: /^(date )+$/,
  date: /^(day )?(month )?year $/,
  abstract: /^(p |sec )+$/,
  'trans-abstract': /^(p |sec )+$/,
  'kwd-group': /^(kwd )+$/,
  'funding-group': /^(funding-statement )+$/,
  body: /^(p |list |disp-quote )*(sec )*$/,
  sec: /^title (p |list |disp-quote )*(sec )*$/,
  list: /^(list-item )+$/,
  'list-item': /^(p |list )+$/,
  'disp-quote': /^(p |list )+$/,
  back: /^(ref-list )+$/,
  'ref-list': /^(ref )+$/,
  ref: /^(mixed-citation )+$/,
};
const INLINE = /^((italic|bold|sup|sub|underline|ext-link) )*$/;
const TEXT = new Set([
  'journal-id', 'journal-title', 'trans-title', 'issn', 'publisher-name', 'article-id', 'subject', 'article-title', 'surname', 'given-names', 'contrib-id', 'email', 'xref',
  'institution', 'day', 'month', 'year', 'volume', 'issue', 'fpage', 'lpage', 'self-uri', 'related-article', 'p', 'kwd', 'funding-statement',
  'title', 'mixed-citation', 'italic', 'bold', 'sup', 'sub', 'underline', 'ext-link',
]); // prettier-ignore

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  article: ['article-type', 'dtd-version', 'xml:lang'],
  xref: ['ref-type', 'rid'],
  aff: ['id'],
  ref: ['id'],
  'related-article': ['id', 'related-article-type'],
  'ext-link': ['xlink:href'],
};

/** Returns what is wrong with a JATS article by its own check of elements, order, required attributes, and references between ids. */
export function jatsProblems(xml: string): string[] {
  const root = parseXml(xml.replace(/<!DOCTYPE[^>]*>/, ''));
  const problems: string[] = [];
  const ids = new Set<string>();
  const references: string[] = [];
  const visit = (element: XmlElement): void => {
    const children = element.children.filter(isElement);
    const names = children.map(({ name }) => `${name} `).join('');
    const model = MODELS[element.name];
    if (model && !model.test(names)) problems.push(`<${element.name}> has ${names}`);
    if (!model && !TEXT.has(element.name)) problems.push(`<${element.name}> is not expected`);
    if (!model && TEXT.has(element.name) && !INLINE.test(names)) problems.push(`<${element.name}> has ${names}`);
    if (model && element.children.some((child) => !isElement(child) && child.trim() !== '')) problems.push(`<${element.name}> has text`);
    for (const name of REQUIRED[element.name] ?? []) if (!element.attributes[name]) problems.push(`<${element.name}> lacks ${name}`);
    const { id } = element.attributes;
    if (id !== undefined) {
      if (!/^[A-Za-z_][\w.-]*$/.test(id) || ids.has(id)) problems.push(`id ${id} is not a unique name`);
      ids.add(id);
    }
    if (element.attributes['rid']) references.push(element.attributes['rid']);
    children.forEach(visit);
  };
  if (root.name !== 'article') problems.push('the root is not <article>');
  visit(root);
  for (const rid of references) if (!ids.has(rid)) problems.push(`there is no id ${rid}`);
  for (const group of childrenOf(root, 'front')) if (childrenOf(group, 'article-meta').length !== 1) problems.push('article-meta is missing');
  return problems;
}
