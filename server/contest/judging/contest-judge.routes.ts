import { contestJudge } from '../../../contract/contest/contest-judge.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import type { App } from '../../http/serve.ts';
import { judges } from '../contest-crud.service.ts';

export const contestJudgeRoutes = (app: App): void => void serveCrud(app, contestJudge, judges);
