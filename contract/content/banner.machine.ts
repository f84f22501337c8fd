import { releaseMachine } from '../release.ts';

export const bannerMachine = releaseMachine({ entity: 'banner', name: '轮播图', edit: 'cms:banner:edit' });
