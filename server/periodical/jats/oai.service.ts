import { articlePath, noticePath } from '../../../contract/periodical/periodical.site.ts';
import { filedName, partsOf } from '../../../contract/periodical/person-name.ts';
import { ownValue } from '../../../contract/own-value.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { wireDate } from '../../db/clock.ts';
import { signToken, verifyToken } from '../../http/signed-token.ts';
import { gbt7714 } from '../citation.ts';
import {
  earliest,
  harvest,
  harvestTotal,
  journalSets,
  noticesOf,
  harvestedArticle,
  type HarvestedArticle,
  isDeleted,
  type Harvest,
  type NoticeOfArticle,
  type PublishedArticle,
} from '../issue.queries.ts';
import { jatsArticle } from './jats.ts';
import { authorsOf } from '../submission-step.service.ts';
import { element, xmlText } from './xml-text.ts';

/** Records of one answer. */
const AT_ONCE = 50;
const TOKEN = 'oai';

export type OaiArguments = Readonly<Record<string, string | readonly string[]>>;

/** An error of the protocol (OAI-PMH 2.0, 3.6). */
class OaiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Arguments of each verb: required, optional, and the exclusive resumption token. */
const VERBS: Readonly<Record<string, { readonly required?: readonly string[]; readonly optional?: readonly string[]; readonly resumes?: true }>> = {
  Identify: {},
  ListMetadataFormats: { optional: ['identifier'] },
  ListSets: { resumes: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'] },
  ListIdentifiers: { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumes: true },
  ListRecords: { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumes: true },
};

const FORMATS: Readonly<Record<string, { readonly schema: string; readonly namespace: string }>> = {
  oai_dc: { schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd', namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/' },
  jats: {
    schema: 'https://jats.nlm.nih.gov/publishing/1.3/xsd/JATS-journalpublishing1-3.xsd',
    namespace: 'https://jats.nlm.nih.gov/publishing/1.3/',
  },
};

const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
const setOf = (article: PublishedArticle): string => `journal:${article.abbr}`;

interface Repository {
  readonly context: AppContext;
  readonly baseUrl: string;
  readonly host: string;
}

const identifierOf = ({ host }: Repository, id: number): string => `oai:${host}:article/${id}`;

function idOf({ host }: Repository, identifier: string): number {
  const found = new RegExp(`^oai:${host.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}:article/(\\d{1,15})$`).exec(identifier);
  if (!found) throw new OaiError('idDoesNotExist', 'The identifier is not one of this repository.');
  return Number(found[1]);
}

function oaiDc(article: PublishedArticle, notices: readonly NoticeOfArticle[], publicUrl: string): string {
  const keywords = JSON.parse(article.keywords) as string[];
  const parts = [
    element('dc:title', article.title),
    ...authorsOf(article).map((author) => element('dc:creator', partsOf(author).western ? filedName(author) : author.name)),
    ...keywords.map((word) => element('dc:subject', word)),
    element('dc:description', article.abstract),
    element('dc:publisher', article.publisher),
    element('dc:date', article.publishDate || wireDate(article.publishedAt ?? 0)),
    element('dc:type', 'info:eu-repo/semantics/article'),
    element('dc:identifier', publicUrl + articlePath(article.id)),
    element('dc:identifier', article.doi ? `https://doi.org/${article.doi}` : ''),
    element('dc:source', gbt7714(article)),
    element('dc:language', article.language),
    ...notices.map(({ id }) => element('dc:relation', publicUrl + noticePath(id))),
  ].join('');
  return `<oai_dc:dc xmlns:oai_dc="${FORMATS['oai_dc']?.namespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${FORMATS['oai_dc']?.namespace} ${FORMATS['oai_dc']?.schema}">${parts}</oai_dc:dc>`;
}

const header = (repository: Repository, article: HarvestedArticle): string =>
  `<header${isDeleted(article) ? ' status="deleted"' : ''}>${element('identifier', identifierOf(repository, article.id))}<datestamp>${stamp(article.stampAt)}</datestamp>${element('setSpec', setOf(article))}</header>`;

function record(repository: Repository, article: HarvestedArticle, notices: readonly NoticeOfArticle[], prefix: string): string {
  if (isDeleted(article)) return `<record>${header(repository, article)}</record>`;
  const own = notices.filter(({ submissionId }) => submissionId === article.id);
  const { publicUrl } = repository.context.settings;
  const metadata = prefix === 'jats' ? jatsArticle(article, own, publicUrl, FORMATS['jats']?.namespace) : oaiDc(article, own, publicUrl);
  return `<record>${header(repository, article)}<metadata>${metadata}</metadata></record>`;
}

/** A day, or a second in UTC (the repository's granularity). */
function momentOf(text: string | undefined, end: boolean): number | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = day
    ? Date.parse(`${text}T${end ? '23:59:59.999' : '00:00:00'}Z`)
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(at)) throw new OaiError('badArgument', 'from and until are YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.');
  return end && !day ? at + 999 : at;
}

interface Cursor {
  readonly prefix: string;
  readonly asked: Harvest;
  readonly start: number;
}

async function cursorOf({ context }: Repository, given: Readonly<Record<string, string>>): Promise<Cursor> {
  const { resumptionToken: token } = given;
  if (token !== undefined) {
    const fields = verifyToken(context, TOKEN, token);
    const [prefix = '', journalId = '', from = '', until = '', at = '', id = '', start = ''] = fields ?? [];
    if (!fields) throw new OaiError('badResumptionToken', 'The resumption token is not valid.');
    const optional = (name: keyof Harvest, text: string): Partial<Harvest> => (text === '' ? {} : { [name]: Number(text) });
    return {
      prefix,
      start: Number(start),
      asked: {
        ...optional('journalId', journalId),
        ...optional('from', from),
        ...optional('until', until),
        after: { at: Number(at), id: Number(id) },
      },
    };
  }
  const prefix = given['metadataPrefix'] ?? '';
  if (!ownValue(FORMATS, prefix)) throw new OaiError('cannotDisseminateFormat', 'The metadata format is oai_dc or jats.');
  const from = momentOf(given['from'], false);
  const until = momentOf(given['until'], true);
  if (from !== undefined && until !== undefined && from > until) throw new OaiError('badArgument', 'from is later than until.');
  if (given['from'] && given['until'] && given['from'].length !== given['until'].length)
    throw new OaiError('badArgument', 'from and until have different granularities.');
  let journalId: number | undefined;
  if (given['set'] !== undefined) {
    journalId = (await journalSets(context.db)).find(({ abbr }) => `journal:${abbr}` === given['set'])?.id;
    if (journalId === undefined) throw new OaiError('noRecordsMatch', 'There is no such set.');
  }
  return {
    prefix,
    start: 0,
    asked: { ...(journalId === undefined ? {} : { journalId }), ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) },
  };
}

async function listOf(repository: Repository, given: Readonly<Record<string, string>>, withMetadata: boolean): Promise<string> {
  const { context } = repository;
  const { prefix, asked, start } = await cursorOf(repository, given);
  const found = await harvest(context.db, asked, AT_ONCE);
  if (found.length === 0) throw new OaiError('noRecordsMatch', 'No record matches the arguments.');
  const rows = found.slice(0, AT_ONCE);
  const notices = withMetadata
    ? await noticesOf(
        context.db,
        rows.map(({ id }) => id),
      )
    : [];
  const parts = rows.map((article) => (withMetadata ? record(repository, article, notices, prefix) : header(repository, article)));
  const last = rows.at(-1);
  const more = found.length > AT_ONCE && last;
  const next = more
    ? signToken(context, TOKEN, [prefix, asked.journalId ?? '', asked.from ?? '', asked.until ?? '', last.stampAt, last.id, start + AT_ONCE])
    : '';
  const { after: _after, ...filter } = asked;
  const total = more || start > 0 ? await harvestTotal(context.db, filter) : 0;
  const token = more || start > 0 ? `<resumptionToken completeListSize="${total}" cursor="${start}">${next}</resumptionToken>` : '';
  return parts.join('') + token;
}

const ANSWERS: Readonly<Record<string, (repository: Repository, given: Readonly<Record<string, string>>) => Promise<string>>> = {
  async Identify({ context, baseUrl }) {
    return [
      element('repositoryName', '书舟'),
      element('baseURL', baseUrl),
      '<protocolVersion>2.0</protocolVersion>',
      element('adminEmail', `oai@${new URL(context.settings.publicUrl).hostname}`),
      `<earliestDatestamp>${stamp(await earliest(context.db))}</earliestDatestamp>`,
      '<deletedRecord>persistent</deletedRecord>',
      '<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>',
    ].join('');
  },
  async ListMetadataFormats(repository, { identifier }) {
    if (identifier !== undefined && !(await harvestedArticle(repository.context.db, idOf(repository, identifier))))
      throw new OaiError('idDoesNotExist', 'There is no such record.');
    return Object.entries(FORMATS)
      .map(
        ([prefix, { schema, namespace }]) =>
          `<metadataFormat>${element('metadataPrefix', prefix)}${element('schema', schema)}${element('metadataNamespace', namespace)}</metadataFormat>`,
      )
      .join('');
  },
  async ListSets({ context }, { resumptionToken }) {
    if (resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'The list of sets is complete in one answer.');
    const sets = await journalSets(context.db);
    if (sets.length === 0) throw new OaiError('noSetHierarchy', 'There is no journal.');
    return sets.map(({ abbr, journalName }) => `<set>${element('setSpec', `journal:${abbr}`)}${element('setName', journalName)}</set>`).join('');
  },
  async GetRecord(repository, { identifier = '', metadataPrefix = '' }) {
    if (!ownValue(FORMATS, metadataPrefix)) throw new OaiError('cannotDisseminateFormat', 'The metadata format is oai_dc or jats.');
    const article = await harvestedArticle(repository.context.db, idOf(repository, identifier));
    if (!article) throw new OaiError('idDoesNotExist', 'There is no such record.');
    return record(repository, article, await noticesOf(repository.context.db, [article.id]), metadataPrefix);
  },
  ListIdentifiers: (repository, given) => listOf(repository, given, false),
  ListRecords: (repository, given) => listOf(repository, given, true),
};

/** Checks the arguments of a request by the rules of its verb. */
function checked(given: OaiArguments): { readonly verb: string; readonly values: Readonly<Record<string, string>> } {
  const repeated = Object.entries(given).find(([, value]) => typeof value !== 'string');
  const { verb = '', ...values } = given as Record<string, string>;
  const rule = repeated?.[0] === 'verb' || !Object.hasOwn(VERBS, verb) ? undefined : VERBS[verb];
  if (!rule) throw new OaiError('badVerb', 'The verb is missing, unknown or repeated.');
  if (repeated) throw new OaiError('badArgument', `${repeated[0]} is repeated.`);
  const { required = [], optional = [], resumes = false } = rule;
  const names = Object.keys(values);
  if (resumes && values['resumptionToken'] !== undefined) {
    if (names.length > 1) throw new OaiError('badArgument', 'resumptionToken is exclusive.');
    return { verb, values };
  }
  const unknown = names.find((one) => ![...required, ...optional].includes(one));
  if (unknown) throw new OaiError('badArgument', `${unknown} is not an argument of ${verb}.`);
  const lacking = required.find((one) => !values[one]);
  if (lacking) throw new OaiError('badArgument', `${lacking} is missing.`);
  return { verb, values };
}

/** Answers a request of OAI-PMH 2.0 as XML; errors of the protocol are answers too. */
export async function oaiAnswer(context: AppContext, given: OaiArguments): Promise<string> {
  const baseUrl = `${context.settings.publicUrl}${API_PREFIX}/cms/journal/oai`;
  const repository: Repository = { context, baseUrl, host: new URL(context.settings.publicUrl).hostname };
  let attributes = '';
  let body: string;
  try {
    const { verb, values } = checked(given);
    attributes = Object.entries({ verb, ...values })
      .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
      .join('');
    body = `<${verb}>${await (ANSWERS[verb] as (typeof ANSWERS)[string])(repository, values)}</${verb}>`;
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    if (error.code === 'badVerb' || error.code === 'badArgument') attributes = '';
    body = `<error code="${error.code}">${xmlText(error.message)}</error>`;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd"><responseDate>${stamp(Date.now())}</responseDate><request${attributes}>${xmlText(baseUrl)}</request>${body}</OAI-PMH>\n`;
}
