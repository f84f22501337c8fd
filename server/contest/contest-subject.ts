import type { PublicContest } from '../../contract/contest/contest.ts';
import { contestPath } from '../../contract/contest/contest-path.ts';
import { description, paragraphsOf, schemaTime, type PageSubject, type SitePart } from '../http/site-part.ts';
import { contestAddresses } from './contest.service.ts';

const contestSubject = (one: PublicContest): PageSubject => ({
  head: { title: one.title, description: description(one.intro) },
  canonical: contestPath(one.contestId),
  ...(one.cover ? { image: one.cover } : {}),
  text: { byline: [one.organizer, one.coOrganizer].filter(Boolean).join(' · '), paragraphs: paragraphsOf(one.intro) },
  thing: {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: one.title,
    startDate: schemaTime(one.submitStart),
    endDate: schemaTime(one.rounds.at(-1)?.endTime || one.submitEnd),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    organizer: { '@type': 'Organization', name: one.organizer },
  },
});

export const contestSite: SitePart = {
  subjects: { 'GET /cms/contest/getInfo/{contestId}': contestSubject },
  siteMap: [{ table: 'contest', pages: contestAddresses }],
  lists: {
    'GET /cms/contest/queryContest': ({ rows }: { rows: readonly { contestId: number; title: string }[] }) =>
      rows.map(({ contestId, title }) => ({ path: contestPath(contestId), title })),
  },
};
