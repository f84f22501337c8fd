import { BOOK_FILE, type PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { fileAddress } from '../../reader-engine/frame/document-loader.ts';
import { showAlert, confirm, toast } from '../frame/dialogs.ts';
import { showPicture } from './page-overlay.store.ts';

const nameOf = (path: string): string => path.split('/').at(-1) || path;

/**
 * Handles a link to a file of the book that is not a document: shows a picture, saves another file on request,
 * and names a file that is missing. `base`: the address of the book's folder.
 */
export async function openBookFile(base: string, href: string): Promise<void> {
  const path = href.split('#')[0] ?? '';
  let book: PreparedBook;
  try {
    book = (await (await fetch(base + BOOK_FILE)).json()) as PreparedBook;
  } catch {
    return toast('文件没有取到，请检查网络后再试');
  }
  const file = book.resources.find((one) => one.path === path);
  const name = nameOf(path);
  if (!file) return showAlert('书里缺少这个文件', `链接指向“${name}”，但书里没有它，可能是制作时漏掉了。`);
  const address = fileAddress(base, path);
  if (file.type.startsWith('image/')) return showPicture({ kind: 'image', src: address, name });
  if (await confirm('保存附件？', `书里附有文件“${name}”，可以存到这台设备上打开。`, '保存')) save(address, name);
}

function save(address: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
