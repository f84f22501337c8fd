import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Input, Modal } from 'antd';
import font from 'element-ui/lib/theme-chalk/fonts/element-icons.woff?url';
import { ELEMENT_ICONS } from './element-icons.ts';

let loaded: Promise<unknown> | null = null;

/** Loads the icon font once, when the dialog is first opened. */
function loadFont(): void {
  loaded ??= new FontFace('element-icons', `url(${font})`).load().then((face) => document.fonts.add(face));
}

const COLUMNS = 8;

interface Props {
  readonly value: string;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

/** Chooses an icon of the font of element-ui, which the generated code uses. */
export function IconDialog({ value, onChoose, onClose }: Props) {
  const [wanted, setWanted] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const found = ELEMENT_ICONS.filter(({ name }) => name.includes(wanted.trim().toLowerCase()));
  useEffect(() => {
    if (typeof FontFace !== 'undefined') loadFont();
    grid.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'center' });
  }, []);
  const choose = (name: string): void => {
    onChoose(name);
    onClose();
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  };
  const current = found.some(({ name }) => name === value) ? value : found[0]?.name;
  return (
    <Modal open width={980} title="选择图标" footer={null} onCancel={onClose}>
      <Input.Search placeholder="找图标，如 edit" aria-label="找图标" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      {found.length === 0 ? <p className="fd-empty-icons">没有叫「{wanted}」的图标</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the options inside take the focus */}
      <div className="fd-icons" ref={grid} role="listbox" aria-label="图标" onKeyDown={step}>
        {found.map(({ name, character }) => (
          <button
            key={name}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon of a grid
            role="option"
            aria-selected={name === value}
            aria-label={name}
            tabIndex={name === current ? 0 : -1}
            onClick={() => choose(name)}
          >
            <i aria-hidden>{character}</i>
            <span>{name.slice('el-icon-'.length)}</span>
          </button>
        ))}
      </div>
    </Modal>
  );
}
