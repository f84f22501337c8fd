import { sensitiveWord, testWords, tryWord } from '../../contract/comment/sensitive-word.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { dryRun, findWords, sensitiveWords } from './sensitive-word.service.ts';

export function sensitiveWordRoutes(app: App): void {
  serveCrud(app, sensitiveWord, sensitiveWords);
  serve(app, testWords, async ({ context, body }) => ({ found: await findWords(context.db, body.text) }));
  serve(app, tryWord, ({ context, body }) => dryRun(context, body.word, body.match));
}
