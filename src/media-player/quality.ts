import { storeSize, playbackSettings } from './playback-settings.ts';
import type { VideoJs, VideoPlayer } from './player-library.ts';

/** One size of a stream, as the streaming module provides it. */
export interface Representation {
  readonly width: number;
  readonly height: number;
  enabled(on: boolean): void;
}

interface Playlist {
  readonly attributes: { readonly RESOLUTION?: Pick<Representation, 'width' | 'height'> };
  /** Disabled by the user's choice. */
  disabled?: boolean;
}

/** Interface by which the streaming module selects the playlist to load. */
export interface Selecting {
  readonly playlists: { readonly main?: { readonly playlists: readonly Playlist[] } };
  selectPlaylist: () => Playlist;
}

interface Streaming {
  readonly vhs?: Selecting & {
    readonly xhr: { onRequest(change: (options: { uri: string }) => { uri: string }): void };
    representations(): Representation[];
  };
}

/** Returns the streaming module; null if the browser plays the stream itself, or without a stream. */
export const streaming = (player: VideoPlayer): NonNullable<Streaming['vhs']> | null => (player.tech(true) as Streaming | undefined)?.vhs ?? null;

const NAMES: readonly (readonly [least: number, name: string])[] = [
  [1080, '超清'],
  [720, '高清'],
  [480, '清晰'],
  [0, '流畅'],
];
const sideOf = ({ width, height }: Pick<Representation, 'width' | 'height'>): number => Math.min(width, height);

/** 高清 720P */
export const qualityName = (side: number): string => `${NAMES.find(([least]) => side >= least)?.[1] ?? ''} ${side}P`;

/** Returns the selectable sizes, the largest first. */
export const qualitiesOf = (list: readonly Pick<Representation, 'width' | 'height'>[]): number[] =>
  [...new Set(list.map(sideOf))].sort((one, two) => two - one);

/** Plays only one size, or selects automatically (null). */
export function chooseQuality(list: readonly Representation[], side: number | null): void {
  // The player switches at once when a disabled size is enabled. The smallest is enabled last, because it is the safe one.
  const wanted = [...list].sort((one, two) => sideOf(two) - sideOf(one)).filter((one) => side === null || sideOf(one) === side);
  if (side !== null) for (const one of list) one.enabled(false);
  for (const one of wanted) one.enabled(true);
}

/** Returns the largest size that is not above the wanted one, from sizes sorted largest first. */
export const nearestQuality = (sides: readonly number[], wanted: number | null): number | null =>
  wanted === null ? null : (sides.find((side) => side <= wanted) ?? sides.at(-1) ?? null);

/** Loads the first segment in the chosen size: a segment loaded in another size is played to its end, however long it is. */
export function beginInSize(stream: Selecting): void {
  const select = stream.selectPlaylist;
  stream.selectPlaylist = () => {
    const list = (stream.playlists.main?.playlists ?? []).flatMap((one) =>
      one.attributes.RESOLUTION ? { one, size: one.attributes.RESOLUTION } : [],
    );
    const chosen = nearestQuality(qualitiesOf(list.map(({ size }) => size)), playbackSettings().size);
    // From here on the menu and automatic selection decide.
    stream.selectPlaylist = select;
    if (chosen !== null) for (const { one, size } of list) if (sideOf(size) !== chosen) one.disabled = true;
    return select();
  };
}

/** Adds 清晰度 to the control bar if the stream has more than one size, and applies the previously chosen size. */
export function addQualityMenu(library: VideoJs, player: VideoPlayer, list: readonly Representation[]): void {
  const bar = player.getChild('ControlBar');
  bar?.removeChild('QualityButton');
  const sides = qualitiesOf(list);
  if (!bar || sides.length < 2) return;
  const Button = library.getComponent('MenuButton') as unknown as new (player: VideoPlayer, options: object) => MenuButton;
  const Item = library.getComponent('MenuItem') as unknown as new (player: VideoPlayer, options: object) => MenuItem;
  let chosen = nearestQuality(sides, playbackSettings().size);
  if (chosen !== null) chooseQuality(list, chosen);
  const items: { side: number | null; item: MenuItem }[] = [];
  class QualityButton extends Button {
    override createItems(): MenuItem[] {
      for (const side of [null, ...sides]) {
        const item = new Item(player, { label: side === null ? '自动' : qualityName(side), selectable: true, selected: side === chosen });
        item.on(['tap', 'click'], () => {
          chosen = side;
          storeSize(side);
          chooseQuality(list, side);
          for (const one of items) one.item.selected(one.side === side);
          label();
        });
        items.push({ side, item });
      }
      return items.map(({ item }) => item);
    }
    override buildCSSClass(): string {
      return `vjs-quality ${super.buildCSSClass()}`;
    }
  }
  const button = new QualityButton(player, { name: 'QualityButton', controlText: 'Quality' });
  const shown = document.createElement('span');
  shown.className = 'vjs-quality-value';
  shown.setAttribute('aria-hidden', 'true');
  const label = (): void => void (shown.textContent = chosen === null ? '自动' : `${chosen}P`);
  label();
  button.controlText('Quality');
  button.el().prepend(shown);
  const before = bar.children().findIndex((child) => ['PictureInPictureToggle', 'FullscreenToggle'].includes((child as { name(): string }).name()));
  bar.addChild(button as never, {}, before < 0 ? bar.children().length : before);
}

interface MenuItem {
  on(events: string[], handler: () => void): void;
  selected(on: boolean): void;
}
interface MenuButton {
  createItems(): MenuItem[];
  buildCSSClass(): string;
  controlText(text: string): void;
  el(): Element;
}
