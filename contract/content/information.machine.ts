import { releaseMachine } from '../release.ts';

export const informationMachine = releaseMachine({ entity: 'information', name: '资讯', edit: 'cms:information:edit' });
