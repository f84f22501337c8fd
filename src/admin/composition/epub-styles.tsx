import { Select } from 'antd';
import type { EpubSheet } from '../../../contract/composition/composition.ts';
import { STYLE_ROLE_NAMES, STYLE_ROLES, type StyleRole } from '../../../contract/composition/epub-recipe.ts';

/** Word's own headings by the name that its users see. */
const nameOf = (name: string): string => name.replace(/^heading ([1-9])$/i, '标题 $1');

/** The paragraph styles of the document, what each becomes, and the first chapters on a phone. */
export function EpubStyles({ sheet, onStyle }: { sheet: EpubSheet; onStyle: (name: string, role: StyleRole) => void }) {
  const chosen = (name: string): StyleRole => sheet.recipe.styles.find((one) => one.name === name)?.role ?? 'auto';
  return (
    <div className="epub-styles">
      <section aria-labelledby="epub-styles">
        <h3 id="epub-styles">样式（{sheet.styles.length}种）</h3>
        {sheet.styles.length === 0 ? <p className="soft">正文是在线写的，按标题和段落成书。</p> : null}
        <ul className="epub-style-list">
          {sheet.styles.map(({ name, count, sample, role }) => (
            <li key={name}>
              <div>
                <p className="epub-style-name">
                  <span title={name}>{nameOf(name)}</span> <span className="soft">{count}段</span>
                </p>
                <p className="soft" title={sample}>
                  {sample}
                </p>
              </div>
              <Select
                aria-label={`样式“${nameOf(name)}”成为`}
                value={chosen(name)}
                options={STYLE_ROLES.map((value) => ({
                  value,
                  label: value === 'auto' && chosen(name) === 'auto' ? `自动：${STYLE_ROLE_NAMES[role]}` : STYLE_ROLE_NAMES[value],
                }))}
                onChange={(value) => onStyle(name, value)}
              />
            </li>
          ))}
        </ul>
      </section>
      <iframe className="epub-phone" title="手机上的页面" sandbox="" srcDoc={sheet.preview} />
    </div>
  );
}
