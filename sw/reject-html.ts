/** A captive portal answers every request with its own page, which must not be cached in place of a script or a cover. */
export const rejectHtml = {
  cacheWillUpdate: async ({ response }: { readonly response: Response }): Promise<Response | null> =>
    /^text\/html\b/i.test(response.headers.get('content-type') ?? '') ? null : response,
};
