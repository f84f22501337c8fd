import type { Plugin } from 'vite';

/**
 * For a page that renders nothing before its script has run: its style sheet is inlined, which saves a round trip, and the
 * empty background, which would be the first paint, is left out. The CSP allows inline styles, never inline scripts.
 */
export function scriptRendered(page: string): Plugin {
  return {
    name: 'drawn-by-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith(`/${page}`)) return html;
        const waited = html.replace('<script type="module"', '<script type="module" blocking="render"');
        return waited.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const sheet = bundle[file];
          return sheet?.type === 'asset' ? `<style>${String(sheet.source).trim()}</style>` : link;
        });
      },
    },
  };
}
