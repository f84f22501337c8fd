import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import {
  ALIGNMENTS,
  COLOURS,
  COLUMNS,
  FACES,
  FLOWS,
  FONT_SIZES,
  LEADINGS,
  type Look,
  MEASURES,
  THEMES,
  VEIL_MOST,
  WEIGHTS,
  WRITINGS,
  type ThemeChoice,
} from '../../reader-engine/style/look.ts';
import { hasFlow } from '../../reader-engine/spreads.ts';
import { turnsWriting } from '../../reader-engine/writing.ts';
import { Choice, keysOf } from './look-choice.tsx';
import { chooseScope, lookForAll, lookScope, readingLook, sizeBeside } from './reading-look.store.ts';
import type { SheetProps } from './sheet-props.ts';

const SCOPES = { all: { name: '所有书' }, own: { name: '仅这本书' } } as const;
const SYSTEM = { name: '跟随系统', paper: `linear-gradient(105deg, ${THEMES.warm.paper} 50%, ${THEMES.night.paper} 50.5%)`, ink: 'transparent' };

/** Every choice applies at once to the page above. */
export function LookSheet({ opening: { book } }: SheetProps) {
  const look = useSnapshot(readingLook);
  const { own } = useSnapshot(lookScope);
  const fixed = book.layout === 'pre-paginated';
  return (
    <div className="look-sheet">
      {fixed ? null : <SizeRow />}
      <PaperRow theme={look.theme} />
      <VeilRow veil={look.veil} />
      {fixed ? (
        <>
          <p className="meta look-fixed">这本书是固定版式，字体与行距以原书为准。</p>
          <Choice label="分页" options={COLUMNS} value={look.columns} choose={(columns) => (readingLook.columns = columns)} />
        </>
      ) : (
        <>
          <Choice
            label="字体"
            options={FACES}
            value={look.face}
            choose={(face) => (readingLook.face = face)}
            styleOf={(face) => (face === 'book' ? {} : { fontFamily: FACES[face].stack })}
          />
          <Choice label="原书颜色" options={COLOURS} value={look.colours} choose={(colours) => (readingLook.colours = colours)} />
          <Choice
            label="字重"
            options={WEIGHTS}
            value={look.weight}
            choose={(weight) => (readingLook.weight = weight)}
            styleOf={(weight) => ({ fontWeight: WEIGHTS[weight].value })}
          />
          <Choice label="行距" options={LEADINGS} value={look.leading} choose={(leading) => (readingLook.leading = leading)} />
          <Choice label="版心" options={MEASURES} value={look.measure} choose={(measure) => (readingLook.measure = measure)} />
          <Choice label="对齐" options={ALIGNMENTS} value={look.alignment} choose={(alignment) => (readingLook.alignment = alignment)} />
          <FlowChoice book={book} flow={look.flow} />
          {turnsWriting(book) ? (
            <Choice label="排向" options={WRITINGS} value={look.writing} choose={(writing) => (readingLook.writing = writing)} />
          ) : null}
          {(look.flow === 'book' ? book.flow : look.flow) !== 'scroll' ? (
            <Choice label="分栏" options={COLUMNS} value={look.columns} choose={(columns) => (readingLook.columns = columns)} />
          ) : null}
        </>
      )}
      {document.fullscreenEnabled ? <ScreenRow /> : null}
      <Choice label="用于" options={SCOPES} value={own ? 'own' : 'all'} choose={(scope) => chooseScope(scope === 'own')} />
      {own ? (
        <button type="button" className="text-link look-for-all" onClick={lookForAll}>
          把这本书的样子用于所有书
        </button>
      ) : null}
    </div>
  );
}

/** When the user has not chosen and the book declares nothing, the book is shown in pages. */
function FlowChoice({ book, flow }: { book: PreparedBook; flow: Look['flow'] }) {
  const choose = (wanted: Look['flow']): void => void (readingLook.flow = wanted);
  const { book: _asked, ...pendingItems } = FLOWS;
  if (hasFlow(book)) return <Choice label="翻页" options={FLOWS} value={flow} choose={choose} />;
  return <Choice label="翻页" options={pendingItems} value={flow === 'book' ? 'pages' : flow} choose={choose} />;
}

function SizeRow() {
  const { fontSize } = useSnapshot(readingLook);
  const last = FONT_SIZES.length - 1;
  const at = FONT_SIZES.findIndex((size) => size === fontSize);
  return (
    <div className="look-row">
      <span id="look-size">字号</span>
      <button
        type="button"
        className="icon-button look-small"
        aria-label="减小字号"
        disabled={fontSize === FONT_SIZES[0]}
        onClick={() => (readingLook.fontSize = sizeBeside(fontSize, -1))}
      >
        小
      </button>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-labelledby="look-size"
        aria-valuetext={`${fontSize} 像素`}
        style={{ '--done': `${(at / last) * 100}%` } as React.CSSProperties}
        onChange={(event) => (readingLook.fontSize = FONT_SIZES[Number(event.target.value)] ?? fontSize)}
      />
      <button
        type="button"
        className="icon-button look-large"
        aria-label="增大字号"
        disabled={fontSize === FONT_SIZES[last]}
        onClick={() => (readingLook.fontSize = sizeBeside(fontSize, 1))}
      >
        大
      </button>
      <output className="look-size">{fontSize}</output>
    </div>
  );
}

function PaperRow({ theme }: { theme: ThemeChoice }) {
  const papers = { ...THEMES, system: SYSTEM };
  return (
    <div className="look-row" role="radiogroup" aria-label="纸色">
      <span aria-hidden="true">纸色</span>
      <span className="look-swatches">
        {keysOf(papers).map((each) => (
          <label key={each} style={{ background: papers[each].paper, color: papers[each].ink }} title={papers[each].name}>
            <input
              type="radio"
              name="look-theme"
              aria-label={papers[each].name}
              checked={theme === each}
              onChange={() => (readingLook.theme = each)}
            />
            {each === 'system' ? <span className="look-system">自动</span> : papers[each].name}
          </label>
        ))}
      </span>
    </div>
  );
}

const SCREENS = { part: { name: '窗口' }, full: { name: '全屏' } } as const;

const isFull = (): boolean => document.fullscreenElement !== null;

function ScreenRow() {
  const [full, setFull] = useState(isFull);
  useEffect(() => {
    const change = (): void => setFull(isFull());
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  const choose = (screen: keyof typeof SCREENS): void => {
    const done = screen === 'full' ? document.documentElement.requestFullscreen() : document.exitFullscreen();
    // The device may deny it: the switch shows the actual state.
    done.catch(() => undefined);
  };
  return <Choice label="屏幕" options={SCREENS} value={full ? 'full' : 'part'} choose={choose} />;
}

/** An overlay can make the page darker than the minimum screen brightness of the device. */
function VeilRow({ veil }: { veil: number }) {
  const light = 100 - veil;
  return (
    <div className="look-row">
      <span id="look-veil">亮度</span>
      <input
        type="range"
        min={100 - VEIL_MOST}
        max={100}
        step={5}
        value={light}
        aria-labelledby="look-veil"
        aria-valuetext={`${light}%`}
        style={{ '--done': `${((light - 100 + VEIL_MOST) / VEIL_MOST) * 100}%` } as React.CSSProperties}
        onChange={(event) => (readingLook.veil = 100 - Number(event.target.value))}
      />
      <output className="look-size">{light}%</output>
    </div>
  );
}
