/** What the device shows for the installed product. */
export const MANIFEST = {
  id: '/',
  name: '书舟',
  short_name: '书舟',
  description: '启明外语音像出版社的数字阅读平台：找书、读书、存到本机，断网也能接着读。',
  lang: 'zh-CN',
  dir: 'ltr' as const,
  start_url: '/?from=home-screen',
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
    { name: '书架', url: '/personalCenter/favorite', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: '搜索', url: '/cms/main/search', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: '我的下载', url: '/personalCenter/download', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
};
