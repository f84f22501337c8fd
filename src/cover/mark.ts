/** The logo: a boat of two pages, on a 24 grid. */
export const MARK = 'M11 3.2C7.6 5.8 5 9 3.8 13.4H11zM13 5.6c2.9 1.9 5.2 4.4 6.6 7.8H13zM2.2 15.4h19.6c-1.9 3.7-5.1 5.4-9.8 5.4s-7.9-1.7-9.8-5.4z';
