import { releaseMachine } from '../release.ts';

export const sloganMachine = releaseMachine({ entity: 'slogan', name: '标语', edit: 'cms:slogan:edit' });
