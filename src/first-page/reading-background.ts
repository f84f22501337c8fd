import './reading-background.css';

/**
 * The reading area. It is next to React's root, because a moved frame reloads: content laid out
 * before React starts stays in place, and the toolbars are drawn over it.
 */
export interface ReadingBackground {
  readonly host: HTMLElement;
  readonly main: HTMLElement;
  readonly stage: HTMLElement;
}

/** Returns the reading area of the page; creates it if the page started on another route. */
export function readingBackground(): ReadingBackground {
  return find() ?? make();
}

export const clearBackground = ({ host }: ReadingBackground): void => host.remove();

/** Sets the paper colour of a page. */
export const markBackground = ({ host }: ReadingBackground, page: string): void => void (host.dataset['page'] = page);

function find(): ReadingBackground | null {
  const stage = document.querySelector<HTMLElement>('.reader-stage');
  const main = stage?.parentElement;
  const host = main?.parentElement;
  return stage && main && host ? { host, main, stage } : null;
}

function make(): ReadingBackground {
  const [host, main, stage] = [document.createElement('div'), document.createElement('main'), document.createElement('div')];
  host.className = 'site reader';
  Object.assign(main, { id: 'main', tabIndex: -1, className: 'reader-main' });
  stage.className = 'reader-stage';
  main.append(stage);
  host.append(main);
  document.body.append(host);
  return { host, main, stage };
}
