import { Icon } from '../frame/icon.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { HomeScreenDrawing } from './home-screen-drawing.tsx';
import './home-screen.css';

/** Explains how to add the site to the home screen of an iPhone or iPad: only the user can do it. */
export function HomeScreenSheet({ close }: { close: () => void }) {
  return (
    <Sheet title="添加到主屏幕" close={close}>
      <div className="home-screen-how">
        <HomeScreenDrawing />
        <ol>
          <li>
            <Icon name="share" className="soft" />点 Safari 工具栏里的“共享”；没有看到它，先点“···”
          </li>
          <li>
            <Icon name="plus" className="soft" />
            往下翻，点“添加到主屏幕”
          </li>
          <li>
            <Icon name="check" className="soft" />
            点右上角的“添加”
          </li>
        </ol>
        <p className="meta">主屏幕上的书舟自己存书：请在那里登录，再下载要带走的书。</p>
      </div>
    </Sheet>
  );
}
