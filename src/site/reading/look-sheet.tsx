import { useSnapshot } from 'valtio/react';
import { FACES, FONT_SIZES, LEADINGS, THEMES } from '../../reader-engine/look.ts';
import { readingLook, sizeBeside } from './reading-look.store.ts';

/** Every choice is seen on the page above at once. */
export function LookSheet() {
  const look = useSnapshot(readingLook);
  const last = FONT_SIZES.length - 1;
  return (
    <div className="look-sheet">
      <div className="look-row">
        <span id="look-size">字号</span>
        <button
          type="button"
          className="icon-button look-small"
          aria-label="减小字号"
          disabled={look.fontSize === FONT_SIZES[0]}
          onClick={() => (readingLook.fontSize = sizeBeside(look.fontSize, -1))}
        >
          小
        </button>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={FONT_SIZES.findIndex((size) => size === look.fontSize)}
          aria-labelledby="look-size"
          aria-valuetext={`${look.fontSize} 像素`}
          style={{ '--done': `${(FONT_SIZES.findIndex((size) => size === look.fontSize) / last) * 100}%` } as React.CSSProperties}
          onChange={(event) => (readingLook.fontSize = FONT_SIZES[Number(event.target.value)] ?? look.fontSize)}
        />
        <button
          type="button"
          className="icon-button look-large"
          aria-label="增大字号"
          disabled={look.fontSize === FONT_SIZES[last]}
          onClick={() => (readingLook.fontSize = sizeBeside(look.fontSize, 1))}
        >
          大
        </button>
        <output className="look-size">{look.fontSize}</output>
      </div>
      <Choice
        label="字体"
        options={FACES}
        value={look.face}
        choose={(face) => (readingLook.face = face)}
        styleOf={(face) => ({ fontFamily: FACES[face].stack })}
      />
      <Choice label="行距" options={LEADINGS} value={look.leading} choose={(leading) => (readingLook.leading = leading)} />
      <div className="look-row" role="radiogroup" aria-label="纸色">
        <span aria-hidden="true">纸色</span>
        <span className="look-swatches">
          {keysOf(THEMES).map((theme) => (
            <label key={theme} style={{ background: THEMES[theme].paper, color: THEMES[theme].ink }}>
              <input type="radio" name="look-theme" checked={look.theme === theme} onChange={() => (readingLook.theme = theme)} />
              {THEMES[theme].name}
            </label>
          ))}
        </span>
      </div>
    </div>
  );
}

const keysOf = <T extends object>(object: T): (keyof T & string)[] => Object.keys(object) as (keyof T & string)[];

interface ChoiceProps<T extends Record<string, { name: string }>> {
  label: string;
  options: T;
  value: keyof T;
  choose: (key: keyof T & string) => void;
  styleOf?: (key: keyof T & string) => React.CSSProperties;
}

function Choice<T extends Record<string, { name: string }>>({ label, options, value, choose, styleOf }: ChoiceProps<T>) {
  return (
    <div className="look-row" role="radiogroup" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <span className="look-segments">
        {keysOf(options).map((key) => (
          <label key={key} style={styleOf?.(key)}>
            <input type="radio" name={label} checked={value === key} onChange={() => choose(key)} />
            {options[key]?.name}
          </label>
        ))}
      </span>
    </div>
  );
}
