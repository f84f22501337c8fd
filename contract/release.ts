import { z } from 'zod';
import { stateMachine } from './state-machine.ts';

export const RELEASE_STATES = ['draft', 'pending', 'scheduled', 'published', 'offline'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];
export const RELEASE_EVENTS = ['submit', 'approve', 'reject', 'offline', 'publish'] as const;
export type ReleaseEvent = (typeof RELEASE_EVENTS)[number];

const AUDIT = 'cms:content:audit';

/** What a release machine is for. */
interface Release {
  /** `entityType` of the transition log. */
  readonly entity: string;
  /** Name in messages: 公告. */
  readonly name: string;
  /** Permission to submit, to take offline and to publish again. */
  readonly edit: string;
}

/**
 * SM24: content of the site is written, approved by another user and published. The target of a step depends on the publish time and on
 * whether content is audited.
 */
export const releaseMachine = ({ entity, name, edit }: Release) =>
  stateMachine({
    id: 'SM24',
    entity,
    name,
    illegal: 22401,
    initial: 'draft',
    states: {
      draft: { label: '草稿', tone: 'draft' },
      pending: { label: '待审核', tone: 'review' },
      scheduled: { label: '定时发布', tone: 'waiting' },
      published: { label: '已发布', tone: 'success' },
      offline: { label: '已下线', tone: 'idle' },
    },
    events: {
      submit: {
        label: '提交发布',
        from: ['draft'],
        to: ['pending', 'scheduled', 'published'],
        permission: edit,
        consequence: '提交后由另一位同事审核，通过后读者可见。',
      },
      approve: {
        label: '审核通过',
        from: ['pending'],
        to: ['scheduled', 'published'],
        permission: AUDIT,
        consequence: `通过后按发布时间展示给读者；不能审核自己提交的${name}。`,
      },
      reject: {
        label: '退回修改',
        from: ['pending'],
        to: 'draft',
        permission: AUDIT,
        reason: { min: 1, message: '请填写退回的原因' },
        danger: true,
      },
      offline: {
        label: '下线',
        from: ['published', 'scheduled'],
        to: 'offline',
        permission: edit,
        consequence: '读者马上看不到它，可以随时重新发布。',
        danger: true,
      },
      publish: { label: '重新发布', from: ['offline'], to: 'published', permission: edit, consequence: '读者马上可以看到它。' },
      discard: { label: '放弃修改', from: ['draft', 'pending', 'scheduled', 'offline'], to: 'published', by: 'program' },
    },
  });

/** The body of a step. */
export const releaseStep = z
  .object({
    note: z.string().trim().max(500, '说明不能超过500个字符').nullish(),
    /** Version of the row that the user read. If missing, the step applies to the current row. */
    version: z.coerce.number<number | string>().int().nullish(),
  })
  .nullish();
