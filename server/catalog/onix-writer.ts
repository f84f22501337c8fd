import { ownValue } from '../../contract/own-value.ts';
import { yuan } from '../../contract/money.ts';

/** Whether a product is sold, is not sold any more, or was recalled. */
export type SaleState = 'active' | 'withdrawn' | 'recalled';
/** Publishing status and availability of each. Source: EDItEUR, ONIX code lists 64 and 65. */
const SALE_CODES: Readonly<Record<SaleState, { readonly status: string; readonly availability: string }>> = {
  active: { status: '04', availability: '20' },
  withdrawn: { status: '11', availability: '46' },
  recalled: { status: '15', availability: '49' },
};

/** One product of an ONIX message. */
export interface OnixProduct {
  readonly reference: string;
  readonly sale: SaleState;
  readonly isbn: string;
  /** An EPUB; otherwise a paperback. */
  readonly digital: boolean;
  readonly title: string;
  readonly subtitle: string;
  readonly authors: readonly string[];
  readonly translators: readonly string[];
  readonly edition: number;
  readonly language: string;
  /** Code and heading of 中国图书馆分类法. */
  readonly subjectCode: string;
  readonly subjectName: string;
  readonly description: string;
  readonly biography: string;
  readonly publisher: string;
  /** `yyyy-MM-dd` or empty. */
  readonly publishDate: string;
  readonly priceFen: number;
  readonly coverUrl: string;
}

// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 does not allow
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const escaped = (text: string): string =>
  text.replace(NOT_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** An element with text, or nothing without a text. */
const element = (name: string, text: string | number, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${escaped(String(text))}</${name}>`;
const composite = (name: string, ...children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`;

/** ISO 639-2/B, ONIX code list 74. */
const LANGUAGES: Readonly<Record<string, string>> = { zh: 'chi', en: 'eng', ja: 'jpn', fr: 'fre', de: 'ger', ru: 'rus' };
/** `yyyyMMdd`. */
const compactDate = (day: string): string => day.replaceAll('-', '').slice(0, 8);

const contributor = (name: string, role: string, number: number): string =>
  composite('Contributor', element('SequenceNumber', number), element('ContributorRole', role), element('PersonName', name));

const textContent = (type: string, text: string): string =>
  text.trim() === '' ? '' : composite('TextContent', element('TextType', type), element('ContentAudience', '00'), element('Text', text.trim()));

function descriptiveDetail(one: OnixProduct): string {
  const people = [...one.authors.map((name) => [name, 'A01'] as const), ...one.translators.map((name) => [name, 'B06'] as const)];
  return composite(
    'DescriptiveDetail',
    element('ProductComposition', '00'),
    element('ProductForm', one.digital ? 'EA' : 'BC'),
    one.digital ? element('ProductFormDetail', 'E101') : '',
    composite(
      'TitleDetail',
      element('TitleType', '01'),
      composite('TitleElement', element('TitleElementLevel', '01'), element('TitleText', one.title), element('Subtitle', one.subtitle)),
    ),
    ...(people.length > 0 ? people.map(([name, role], index) => contributor(name, role, index + 1)) : ['<NoContributor/>']),
    one.edition > 1 ? element('EditionNumber', one.edition) : '',
    composite('Language', element('LanguageRole', '01'), element('LanguageCode', ownValue(LANGUAGES, one.language) ?? 'und')),
    one.subjectCode || one.subjectName
      ? composite(
          'Subject',
          element('SubjectSchemeIdentifier', '24'),
          element('SubjectSchemeName', '中国图书馆分类法'),
          element('SubjectCode', one.subjectCode),
          element('SubjectHeadingText', one.subjectName),
        )
      : '',
  );
}

function collateralDetail(one: OnixProduct): string {
  const cover = one.coverUrl
    ? composite(
        'SupportingResource',
        element('ResourceContentType', '01'),
        element('ContentAudience', '00'),
        element('ResourceMode', '03'),
        composite('ResourceVersion', element('ResourceForm', '02'), element('ResourceLink', one.coverUrl)),
      )
    : '';
  const inside = textContent('03', one.description) + textContent('12', one.biography) + cover;
  return inside === '' ? '' : composite('CollateralDetail', inside);
}

const publishingDetail = (one: OnixProduct): string =>
  composite(
    'PublishingDetail',
    composite('Publisher', element('PublishingRole', '01'), element('PublisherName', one.publisher)),
    element('PublishingStatus', SALE_CODES[one.sale].status),
    one.publishDate
      ? composite('PublishingDate', element('PublishingDateRole', '01'), element('Date', compactDate(one.publishDate), ' dateformat="00"'))
      : '',
  );

const productSupply = (one: OnixProduct): string =>
  composite(
    'ProductSupply',
    composite(
      'SupplyDetail',
      composite('Supplier', element('SupplierRole', '01'), element('SupplierName', one.publisher)),
      element('ProductAvailability', SALE_CODES[one.sale].availability),
      ...(one.priceFen > 0
        ? [composite('Price', element('PriceType', '02'), element('PriceAmount', yuan(one.priceFen)), element('CurrencyCode', 'CNY'))]
        : [element('UnpricedItemType', '01')]),
    ),
  );

/** Writes an ONIX for Books 3.0 message with reference tags; elements are in the order of the schema. Source: EDItEUR, ONIX for Books 3.0. */
export function writeOnix({ sender, sentAt }: { readonly sender: string; readonly sentAt: number }, products: readonly OnixProduct[]): string {
  const sent = `${new Date(sentAt).toISOString().replace(/[-:]/g, '').slice(0, 13)}Z`;
  const header = composite('Header', composite('Sender', element('SenderName', sender)), element('SentDateTime', sent));
  const rows = products.map((one) =>
    composite(
      'Product',
      element('RecordReference', one.reference),
      element('NotificationType', '03'),
      element('RecordSourceType', '01'),
      composite('ProductIdentifier', element('ProductIDType', '15'), element('IDValue', one.isbn.replaceAll('-', ''))),
      descriptiveDetail(one),
      collateralDetail(one),
      publishingDetail(one),
      productSupply(one),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">${header}${rows.join('')}</ONIXMessage>\n`;
}
