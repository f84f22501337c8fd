import beautifier from 'js-beautify';

/** Settings of the beautifier (S9.11). */
const SETTINGS = { indent_size: 2, wrap_line_length: 110, end_with_newline: true, preserve_newlines: true, max_preserve_newlines: 1 };

export const beautifyHtml = (text: string): string =>
  beautifier.html(text, {
    ...SETTINGS,
    wrap_attributes: 'auto',
    unformatted: [],
    inline: [],
    content_unformatted: ['pre', 'textarea'],
    indent_scripts: 'keep',
  });
export const beautifyJs = (text: string): string => beautifier.js(text, { ...SETTINGS, brace_style: 'end-expand', space_after_anon_function: true });
export const beautifyCss = (text: string): string => (text === '' ? '' : beautifier.css(text, SETTINGS));
