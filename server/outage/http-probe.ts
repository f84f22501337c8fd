/** Returns a probe that asks a web address: any answer below 500 says that the system is there. */
export const httpProbe =
  (url: string) =>
  async (signal: AbortSignal): Promise<void> => {
    const answer = await fetch(url, { redirect: 'manual', signal });
    await answer.body?.cancel();
    if (answer.status >= 500) throw new Error(`应答 ${answer.status}`);
  };
