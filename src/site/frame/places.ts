/** Where books are found: the way back where there is none, and the way on from an empty room. */
export const CENTRE = '/cms/main/cmsReadingCenter';
