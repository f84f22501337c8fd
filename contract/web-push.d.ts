/** What is used of the package, which has no declarations of its own. */
declare module 'web-push' {
  interface Details {
    readonly endpoint: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string | number>>;
    readonly body: Uint8Array | null;
  }
  interface WebPush {
    generateRequestDetails(
      subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
      payload: string,
      options: {
        readonly vapidDetails: { readonly subject: string; readonly publicKey: string; readonly privateKey: string };
        readonly TTL: number;
        readonly urgency: 'normal';
        readonly topic: string;
      },
    ): Details;
  }
  const webPush: WebPush;
  export default webPush;
}
