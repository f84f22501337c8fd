import type { PublicContest } from '../../contract/contest/contest.ts';
import { contestPath } from '../../contract/contest/contest-path.ts';
import type { AppContext } from '../context.ts';
import { description, schemaTime, type PageSubject, type SitePart } from '../http/site-part.ts';
import { newestContests } from './contest.service.ts';

const LISTED = 200;

const contestSubject = (one: PublicContest): PageSubject => ({
  head: { title: one.title, description: description(one.intro) },
  canonical: contestPath(one.contestId),
  ...(one.cover ? { image: one.cover } : {}),
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
  siteMap: async (context: AppContext) => (await newestContests(context, LISTED)).map(contestPath),
};
