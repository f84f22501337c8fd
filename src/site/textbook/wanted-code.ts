/** The code of the address, which a reader takes along through the sign-in. It stays in the memory of this page: it never stands in a query or a log. */
let wanted = '';

/** Takes the code out of the address `#code=…`, so that it is in no history either. Returns the code of the address or of before the sign-in. */
export function wantedCode(): string {
  const found = /^#code=([\w-]{1,40})$/.exec(location.hash)?.[1];
  if (found) {
    wanted = found;
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return wanted;
}

export const forgetWantedCode = (): void => void (wanted = '');
