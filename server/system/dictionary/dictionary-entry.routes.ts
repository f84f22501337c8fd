import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import { serve, type App } from '../../http/serve.ts';
import { entriesOf } from './dictionary-entry.service.ts';

export function dictionaryEntryRoutes(app: App): void {
  serve(app, entriesOfType, ({ context, params, currentUser, request }) => entriesOf(context, params.type, currentUser, request.url));
}
