/** The many chunks of the back office are listed only here: their names alone would add almost a kilobyte to a reader's first visit. */
export const loadAdmin = () => import('./admin-frame.tsx');
