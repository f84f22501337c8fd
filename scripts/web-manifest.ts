import { CONTINUE_PATH, MANIFEST_START, SHARED_PATH } from '../contract/content/launch.ts';
import { OWN_SHELF } from '../contract/reading/own-book-place.ts';

/** What the device shows for the installed product. */
export const MANIFEST = {
  id: '/',
  name: '书舟',
  short_name: '书舟',
  description: '启明外语音像出版社的数字阅读平台：找书、读书、存到本机，断网也能接着读。',
  lang: 'zh-CN',
  dir: 'ltr' as const,
  start_url: MANIFEST_START,
  scope: '/',
  display: 'standalone' as const,
  orientation: 'any' as const,
  background_color: '#faf8f3',
  theme_color: '#faf8f3',
  categories: ['books', 'education'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    { src: '/screenshots/phone-home.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow' as const, label: '首页' },
    { src: '/screenshots/phone-reader.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow' as const, label: '阅读' },
    { src: '/screenshots/desktop-home.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide' as const, label: '电脑上的首页' },
  ],
  shortcuts: [
    { name: '续读', short_name: '续读', description: '接着上次那本书读', url: CONTINUE_PATH, icons: shortcutIcons('continue') },
    { name: '书架', url: '/personalCenter/favorite', icons: shortcutIcons('shelf') },
    { name: '搜索', url: '/cms/main/search', icons: shortcutIcons('search') },
    { name: '我的下载', url: '/personalCenter/download', icons: shortcutIcons('download') },
  ],
  // An open window is shown as it is: a book that is open stays open when its icon is tapped (decision 049).
  // A link of this site opens, any other text is searched for.
  share_target: { action: SHARED_PATH, method: 'GET' as const, params: { title: 'title', text: 'text', url: 'url' } },
  // The reader's own books: the shelf takes the file (`src/install/launch.ts`).
  file_handlers: [{ action: OWN_SHELF, accept: { 'application/epub+zip': ['.epub'] } }],
  launch_handler: { client_mode: 'focus-existing' as const },
};

function shortcutIcons(name: string): { src: string; sizes: string; type: string }[] {
  return [96, 192].map((size) => ({ src: `/icons/shortcut-${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }));
}
