/** The many files the back office is made of are named here: in the first visit of a reader their names alone are most of a kilobyte. */
export const loadAdmin = () => import('./admin-frame.tsx');
