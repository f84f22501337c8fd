import { problem, queryProblems } from '../../contract/system/problem.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import { plainText } from '../http/rich-text.ts';
import { serve, type App } from '../http/serve.ts';
import { openProblems } from './problem.service.ts';

export function problemRoutes(app: App): void {
  serveCrud(app, problem, {
    table: 'problem',
    log: '常见问题',
    order: [
      ['category', 'asc'],
      ['orderNum', 'asc'],
    ],
    unique: { question: '问题已存在' },
    removal: 'bin',
    async check(_tx, { draft }) {
      if (plainText(draft.answer) === '') throw failed('请填写回答');
    },
  });
  serve(app, queryProblems, ({ context, query }) => openProblems(context, query.category));
}
