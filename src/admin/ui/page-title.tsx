import { createContext, use } from 'react';

/** What the page is called in the menu; given by the stage it stands on. */
export const PageTitle = createContext('');

/** The heading of a page that shows none: where the keyboard and a screen reader arrive. */
export function HiddenTitle() {
  return <h1 className="unseen">{use(PageTitle)}</h1>;
}
