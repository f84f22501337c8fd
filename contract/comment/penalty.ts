import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, reference, shown, text, time } from '../field.ts';
import { id } from '../page.ts';

/** `mute`: neither comments nor notes nor uploads. */
export const PENALTY_KINDS = ['mute', 'noComment', 'noUpload'] as const;
export type PenaltyKind = (typeof PENALTY_KINDS)[number];

/** E106. A penalty is never changed, only lifted. */
export const penalty = crud('/cms/penalty', {
  name: '处罚',
  permission: 'cms:penalty',
  key: 'penaltyId',
  title: 'nickName',
  fields: {
    userId: reference('用户', { of: 'person', required: true }),
    kind: choice('处罚', 'cms_penalty_kind', PENALTY_KINDS),
    toTime: time('到期时间', { required: true }),
    reason: text('理由', 200),
  },
  shown: {
    nickName: shown('用户名称'),
    fromTime: shown('开始时间', 'time'),
    state: shown('状态', 'choice', { dict: 'cms_penalty_state' }),
    liftedBy: shown('解除人'),
    liftedTime: shown('解除时间', 'time'),
  },
  filter: { kind: 'equal', state: 'own', nickName: 'own' },
  sort: ['penaltyId', 'toTime', 'createTime'],
  calls: ['list', 'get', 'add', 'export'],
  access: { get: 'cms:penalty:list' },
});

export const liftPenalty = endpoint('PUT /cms/penalty/lift/{penaltyId}', {
  summary: '解除处罚',
  access: 'cms:penalty:edit',
  params: z.object({ penaltyId: id }),
});
