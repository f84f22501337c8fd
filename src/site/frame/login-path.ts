export const LOGIN = '/cmsLogin';
/** The address of the sign-in page, which leads back to `path`, with its query, afterwards. */
export const loginPath = (path: string): string => `${LOGIN}?redirect=${encodeURIComponent(path)}`;
