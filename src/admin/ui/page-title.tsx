import { createContext, use } from 'react';

/** Title of the page in the menu; provided by the page stage. */
export const PageTitle = createContext('');

/** The hidden heading of a page without a visible one: target for the focus and screen readers. */
export function HiddenTitle() {
  return <h1 className="unseen">{use(PageTitle)}</h1>;
}
