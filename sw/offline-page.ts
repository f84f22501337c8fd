/** Shown when not even the shell is on this device: it loads no resources. `kept`: books are stored here, whose code is gone. */
export const offlinePage = (kept: boolean): Response =>
  new Response(
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>现在连不上网络 · 书舟</title>
<style>body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;background:#faf8f3;color:#1f2329;font:16px/1.6 -apple-system,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;text-align:center}h1{margin:0;font:600 20px/1.4 "Noto Serif CJK SC","Songti SC",SimSun,serif}p{margin:0;max-width:19em;color:#5c6370}a{display:inline-block;padding:12px 24px;border-radius:8px;background:#007f80;color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#1b1a18;color:#e6e6e6}p{color:#a6adb8}a{background:#2bb3b4;color:#06201f}}</style>
<h1>现在连不上网络</h1><p>这一页需要网络。${kept ? '已存到本机的书都还在；联网打开一次书舟，就又能断网读了。' : '联网后再试。'}</p><a href="">重试</a></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  );
