/** The page where books are found: the fallback of the back button, and the link on empty pages. */
export const CENTRE = '/cms/main/cmsReadingCenter';
