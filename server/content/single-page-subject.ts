import type { PageBlock } from '../../contract/content/page-block.ts';
import type { SinglePageKey } from '../../contract/content/single-page.ts';
import { description, paragraphsOf, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';

interface Page {
  readonly pageKey: SinglePageKey;
  readonly title: string;
  readonly description: string;
  readonly blocks: readonly PageBlock[];
}

const PUBLISHER = '启明外语音像出版社';

/** The publisher as schema.org describes it, with the address of the page's map. */
function organization({ blocks }: Page, publicUrl: string): object {
  const place = blocks.find((block) => block.kind === 'map');
  return {
    '@type': 'Organization',
    name: PUBLISHER,
    url: publicUrl,
    logo: `${publicUrl}/icons/icon-512.png`,
    ...(place ? { address: place.address, ...(place.phone ? { telephone: place.phone } : {}) } : {}),
  };
}

const summaryOf = (page: Page): string => {
  const text = page.blocks.find((block) => block.kind === 'text');
  return page.description || (text ? description(text.html) : '');
};

function pageSubject(page: Page, { publicUrl, path, head }: SubjectPage): PageSubject {
  const publisher = organization(page, publicUrl);
  const summary = summaryOf(page) || head.description;
  const about = {
    '@context': 'https://schema.org',
    '@type': 'AboutPage',
    name: page.title,
    url: publicUrl + path,
    description: summary,
    mainEntity: publisher,
  };
  return {
    head: { title: page.title, description: summary },
    text: { paragraphs: page.blocks.flatMap((block) => (block.kind === 'text' ? paragraphsOf(block.html) : [])) },
    thing: page.pageKey === 'about' ? about : { '@context': 'https://schema.org', ...publisher, description: summary },
  };
}

export const singlePageSubjects: NonNullable<SitePart['subjects']> = { 'GET /cms/page/getInfo/{key}': pageSubject };
