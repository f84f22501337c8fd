import type { DataOf } from '../../contract/endpoint.ts';
import type { getScholar } from '../../contract/scholar/public-scholar.ts';
import { description, paragraphsOf, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { scholarAddresses, scholarPath } from './public-scholar.service.ts';

function scholarSubject(one: DataOf<typeof getScholar>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = scholarPath(one.scholarId);
  return {
    head: {
      title: `${one.scholarName} 学者主页`,
      keywords: [one.scholarName, ...one.names.map(({ name }) => name), one.researchField].join(','),
      description: description(one.intro),
    },
    canonical,
    ...(one.avatar ? { image: `/prod-api${one.avatar}` } : {}),
    text: { byline: [one.collegeName, one.title, one.researchField].filter(Boolean).join(' · '), paragraphs: paragraphsOf(one.intro) },
    thing: {
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: one.scholarName,
      url: publicUrl + canonical,
      description: description(one.intro),
      ...(one.names.length > 0 ? { alternateName: one.names.map(({ name }) => name) } : {}),
      ...(one.title ? { jobTitle: one.title } : {}),
      ...(one.collegeName ? { affiliation: { '@type': 'CollegeOrUniversity', name: one.collegeName } } : {}),
      ...(one.researchField ? { knowsAbout: one.researchField } : {}),
      ...(one.homepage ? { sameAs: one.homepage } : {}),
    },
  };
}

export const scholarSite: SitePart = {
  subjects: { 'GET /house/scholar/getInfo/{xz}': scholarSubject },
  lists: {
    'GET /house/scholar/queryScholar': ({ rows }: { rows: readonly { scholarId: number; scholarName: string }[] }) =>
      rows.map(({ scholarId, scholarName }) => ({ path: scholarPath(scholarId), title: scholarName })),
  },
  siteMap: [{ table: 'scholar', pages: scholarAddresses }],
};
