import { loadDownloads } from '../../downloads/downloads.store.ts';
import './shelf.css';

/** Shown when storage could not be read, so that the page does not look empty. */
export function UnreadableDownloads() {
  return (
    <output className="shelf-away">
      <span>本机书库没有读到，请关闭其他书舟页面后重试；无痕窗口里不能存到本机</span>
      <button type="button" className="text-link" onClick={() => void loadDownloads()}>
        重试
      </button>
    </output>
  );
}
