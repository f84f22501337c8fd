import { releaseMachine } from '../release.ts';

export const sitePageMachine = releaseMachine({ entity: 'sitePage', name: '页面', edit: 'cms:page:edit' });
