import type { ServerArea } from '../area.ts';

export const textbookArea: ServerArea = { routes: [] };
