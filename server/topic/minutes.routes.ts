import { minutes, minutesDetail, minutesDocument, saveMinutes, signMinutes } from '../../contract/topic/minutes.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { storeMinutes, minutesAsDocument, minutesFor, minutesList, sign } from './minutes.service.ts';

export function minutesRoutes(app: App): void {
  serve(app, minutesDetail, ({ context, currentUser, params }) => minutesFor(context, currentUser, params.minutesId));
  serve(app, saveMinutes, (call) => storeMinutes(call, call.body));
  serve(app, signMinutes, (call) => sign(call, call.params.minutesId));
  serve(app, minutesDocument, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await minutesAsDocument(context, currentUser, params.minutesId)),
  );
  serveCrud(app, minutes, minutesList);
}
