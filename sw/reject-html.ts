/** A network that wants a sign-in sends its page for everything: kept for a script or a cover, it would stand in its place. */
export const rejectHtml = {
  cacheWillUpdate: async ({ response }: { readonly response: Response }): Promise<Response | null> =>
    /^text\/html\b/i.test(response.headers.get('content-type') ?? '') ? null : response,
};
