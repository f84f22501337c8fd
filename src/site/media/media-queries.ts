import { tracksOf } from '../../../contract/media/track.ts';
import { queryOf } from '../../api/query-client.ts';

export const tracks = (publishId: number) => queryOf(tracksOf, { params: { publishId } });
