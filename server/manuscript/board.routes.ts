import { board } from '../../contract/manuscript/board.ts';
import { serve, type App } from '../http/serve.ts';
import { boardFor } from './board.service.ts';

export function boardRoutes(app: App): void {
  serve(app, board, ({ context, currentUser, query }) => boardFor(context, currentUser, query));
}
