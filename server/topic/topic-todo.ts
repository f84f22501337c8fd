import { sql } from 'kysely';
import type { TodoSource } from '../inbox/todo-source.service.ts';
import { minutesToSign, minutesToWrite } from './minutes.queries.ts';
import { votesWaiting } from './topic-session.queries.ts';
import { topicsWaiting } from './topic.queries.ts';

const FORM = '/press/declarationForm';
const MINUTES = '/press/topicsSession/minutes';

/** Work of this area that waits for people. */
export const topicTodos: readonly TodoSource[] = [
  {
    key: 'topicReview',
    label: '选题待室审',
    permission: 'press:topic:section',
    link: FORM,
    items: async (db, { accounts }) =>
      topicsWaiting(db, 'submitted', sql`'选题 ' || topic.topic_no`).where('topic.declarerId', 'not in', [...accounts]),
  },
  {
    key: 'topicRevise',
    label: '选题退回修改',
    permission: 'press:topic:submit',
    link: FORM,
    items: async (db, { userId }) => topicsWaiting(db, 'revise', sql`'退回修改：' || topic.opinion`).where('topic.declarerId', '=', userId),
  },
  {
    key: 'topicRecord',
    label: '重大选题待备案',
    permission: 'press:topic:record',
    link: FORM,
    items: async (db) =>
      topicsWaiting(db, 'approved', sql`'等备案号：' || topic.major_category`)
        .where('topic.isMajor', '=', '1')
        .where('topic.recordNo', '=', ''),
  },
  {
    key: 'topicVote',
    label: '选题待表决',
    permission: 'press:session:vote',
    link: '/press/topicsSession/archiveTopics',
    itemLink: '/press/topicsSession/session/{id}',
    items: async (db, currentUser) => votesWaiting(db, currentUser),
  },
  {
    key: 'minutesDraft',
    label: '纪要待整理',
    permission: 'press:minutes:list',
    link: MINUTES,
    items: async (db, { userId }) => minutesToWrite(db, userId),
  },
  {
    key: 'minutesSign',
    label: '纪要待签发',
    permission: 'press:minutes:sign',
    link: MINUTES,
    items: async (db, { accounts }) => minutesToSign(db, accounts),
  },
];
