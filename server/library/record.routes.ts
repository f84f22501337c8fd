import { collectRecord, collectStat, downloadRecord, downloadStat, scoreRecord, scoreStat } from '../../contract/library/record.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { collectRecords, downloadRecords, recordStatOf, scoreRecords } from './record.service.ts';

export function recordRoutes(app: App): void {
  serve(app, collectStat, ({ context, query }) => recordStatOf(context, 'collect', query.days));
  serve(app, downloadStat, ({ context, query }) => recordStatOf(context, 'download', query.days));
  serve(app, scoreStat, ({ context, query }) => recordStatOf(context, 'score', query.days));
  serveCrud(app, collectRecord, collectRecords);
  serveCrud(app, downloadRecord, downloadRecords);
  serveCrud(app, scoreRecord, scoreRecords);
}
