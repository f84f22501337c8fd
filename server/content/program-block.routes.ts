import { previewBlocks, programBlock, queryBlocks, sortBlocks } from '../../contract/content/program-block.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { blocks, shownBlocks, sortBlocks as sort } from './program-block.service.ts';

export function programBlockRoutes(app: App): void {
  serve(app, queryBlocks, ({ context, query }) => shownBlocks(context, query.page));
  serve(app, previewBlocks, ({ context, query }) => shownBlocks(context, query.page));
  serve(app, sortBlocks, (call) => sort(call, call.body.page, call.body.blockIds));
  serveCrud(app, programBlock, blocks);
}
