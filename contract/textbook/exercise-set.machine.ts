import { releaseMachine } from '../release.ts';

/** SM24: an exercise of a textbook is a publication; who submits it does not approve it. */
export const exerciseSetMachine = releaseMachine({ entity: 'exerciseSet', name: '练习', edit: 'textbook:exercise:submit' });
