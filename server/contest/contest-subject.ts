import type { PublicContest } from '../../contract/contest/contest.ts';
import { contestPath } from '../../contract/contest/contest-path.ts';
import type { AppContext } from '../context.ts';
import { description, paragraphsOf, schemaTime, type PageSubject, type SitePart } from '../http/site-part.ts';
import { newestContests } from './contest.service.ts';

const LISTED = 200;

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
  siteMap: async (context: AppContext) => (await newestContests(context, LISTED)).map(({ id, time }) => ({ path: contestPath(id), time })),
  lists: {
    'GET /cms/contest/queryContest': ({ rows }: { rows: readonly { contestId: number; title: string }[] }) =>
      rows.map(({ contestId, title }) => ({ path: contestPath(contestId), title })),
  },
};
