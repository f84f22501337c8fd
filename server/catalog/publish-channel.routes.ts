import { exportOnix, onixCheck, publishChannel } from '../../contract/catalog/publish-channel.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { channels, checkOnix, onixFile } from './publish-channel.service.ts';

export function publishChannelRoutes(app: App): void {
  serve(app, onixCheck, ({ context, query }) => checkOnix(context, query.channel));
  serve(app, exportOnix, async ({ context, body, reply }) => {
    const { name, bytes } = await onixFile(context, body.channel);
    return reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      })
      .send(bytes);
  });
  serveCrud(app, publishChannel, channels);
}
