import { addTrack, MEDIA_UPLOAD_PATH } from '../../../contract/media/track.ts';
import { call } from '../../api/call.ts';
import { titleOf, useUploadQueue } from './use-upload-queue.ts';

/** Uploads the files of a published work as its tracks. */
export const useTrackQueue = (publishId: number, onAdded: () => void) =>
  useUploadQueue(MEDIA_UPLOAD_PATH, (uploadId, file) => call(addTrack, { body: { publishId, uploadId, title: titleOf(file) } }), onAdded);
