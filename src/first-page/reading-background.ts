import './reading-background.css';

/**
 * Where a book is read. It stands beside React's root, because a frame that is moved is loaded anew: what was laid out
 * before there was a React stays where it is, and the bars are drawn over it.
 */
export interface ReadingBackground {
  readonly host: HTMLElement;
  readonly main: HTMLElement;
  readonly stage: HTMLElement;
}

/** The one in the page; made where the page began as another. */
export function readingBackground(): ReadingBackground {
  return find() ?? make();
}

export const clearBackground = ({ host }: ReadingBackground): void => host.remove();

/** The paper a page stands on. */
export const markBackground = ({ host }: ReadingBackground, page: string): void => void (host.dataset['page'] = page);

function find(): ReadingBackground | null {
  const stage = document.querySelector<HTMLElement>('body > .reader > .reader-main > .reader-stage');
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
