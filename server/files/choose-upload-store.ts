import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { diskUploads } from './disk-uploads.ts';
import { s3Uploads } from './s3-uploads.ts';
import type { UploadStore } from './upload-store.ts';

const stores = new WeakMap<object, UploadStore>();

/** Returns the object store when one is configured, else a folder of this server. */
export function uploadStoreOf(context: AppContext): UploadStore {
  const { settings } = context;
  const store = stores.get(settings) ?? (settings.s3 ? s3Uploads(settings.s3, context.cache) : diskUploads(join(settings.dataDir, 'uploads')));
  stores.set(settings, store);
  return store;
}
