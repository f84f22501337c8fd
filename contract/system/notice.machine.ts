import { releaseMachine } from '../release.ts';

export const noticeMachine = releaseMachine({ entity: 'notice', name: '公告', edit: 'system:notice:edit' });
