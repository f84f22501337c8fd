import { API_PREFIX } from '../../contract/limits.ts';
import type { App } from '../http/serve.ts';

/** Addresses that compatible clients show in a frame, and the matching pages of this product. */
export const FAMILY_PAGES = {
  '/druid/login.html': { path: '/monitor/druid', title: '数据监控' },
  '/druid/index.html': { path: '/monitor/druid', title: '数据监控' },
  '/swagger-ui/index.html': { path: '/tool/swagger', title: '系统接口' },
  '/swagger-ui.html': { path: '/tool/swagger', title: '系统接口' },
} as const;

/**
 * Redirects to the page of the admin shell, which checks the session itself. Inside a frame of another client a
 * redirect would show that client within itself, so the frame gets a link that opens a new tab.
 */
export function familyPagesRoutes(app: App): void {
  for (const [address, { path, title }] of Object.entries(FAMILY_PAGES)) {
    app.get(API_PREFIX + address, (request, reply) => {
      const target = app.context.settings.publicUrl + path;
      const framed = ['iframe', 'frame', 'embed', 'object'].includes(String(request.headers['sec-fetch-dest']));
      if (!framed) return reply.redirect(target);
      return reply.type('text/html; charset=utf-8').send(linkPage(title, target));
    });
  }
}

const linkPage = (title: string, target: string): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>${title}</title>
<body style="margin:48px;font:16px/1.6 sans-serif">
<p>${title}在书舟后台里查看。</p>
<p><a href="${target}" target="_blank" rel="noopener">打开${title}</a></p>
</body>
</html>
`;
