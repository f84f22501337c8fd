import type { Plugin } from 'vite';

/**
 * A page that is not drawn before its script has run: its style sheet is written into it, a round trip less, and the
 * empty paper that would be the first picture is left out. The policy allows styles in a page, never scripts.
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
