import type { AppContext } from '../context.ts';
import { openProblems as problemsOf } from './feedback/feedback.queries.ts';

export const openProblems = ({ db }: AppContext, category: string | undefined) => problemsOf(db, category);
