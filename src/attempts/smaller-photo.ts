import { CODE } from '../../contract/error.ts';
import { TEACHING } from '../../contract/teaching/teaching-limits.ts';
import { CallError } from '../api/call.ts';

const QUALITY = 0.85;
const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** A photo as JPEG, turned as it was taken, not longer than the limit. What the browser cannot read is left as it is. Throws words for the student. */
export async function smallerPhoto(file: File): Promise<File> {
  if (file.type === 'image/gif') return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) {
    if (isHeic(file)) throw new CallError(CODE.invalid, '这台设备打不开HEIC照片，请在相机设置里选“兼容性最佳”再拍一次，或换成JPG、PNG');
    return file;
  }
  const scale = Math.min(1, TEACHING.photoPixels / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d');
  if (!drawing) return file;
  // JPEG has no transparency: what is transparent becomes paper.
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob || (scale === 1 && blob.size >= file.size)) return file;
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || '照片'}.jpg`, { type: 'image/jpeg' });
}
