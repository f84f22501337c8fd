import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { toast } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';

/** Uses the Web Share API where the device has it; otherwise copies the address. */
export function ShareButton({ book }: { book: Pick<BookCard, 'title' | 'authorsText'> }) {
  const share = async () => {
    const sheet = { title: `${inTitleMarks(book.title)}${book.authorsText}`, url: location.href };
    if (navigator.share) return navigator.share(sheet).catch(() => undefined);
    await navigator.clipboard
      .writeText(`${sheet.title} ${sheet.url}`)
      .then(() => toast('链接已复制，可以发给朋友了'))
      .catch(() => toast('没能复制，请从地址栏复制链接'));
  };
  return (
    <button type="button" className="icon-button" aria-label="分享" onClick={() => void share()}>
      <Icon name="share" />
    </button>
  );
}
