/** The sign-in page, which leads back to `path`. */
export const loginPath = (path: string): string => `/cmsLogin?redirect=${encodeURIComponent(path)}`;
