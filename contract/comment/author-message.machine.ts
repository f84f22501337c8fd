import { moderationMachine } from './comment.machine.ts';

export const authorMessageMachine = moderationMachine('authorMessage', '留言');
