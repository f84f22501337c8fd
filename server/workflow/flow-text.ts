/** Fills `${name}` in a text with the values of variables; an unknown name becomes empty. Nothing is run as code. */
export const filled = (text: string, variables: Readonly<Record<string, unknown>>): string =>
  text.replace(/\$\{\s*([A-Za-z_]\w*)\s*\}/g, (_found, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : '';
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  });
