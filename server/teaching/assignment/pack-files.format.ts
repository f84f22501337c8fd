/** Addresses of own pictures and recordings in the sanitised HTML of a value, each once. */
export const filesIn = (value: unknown): string[] => [
  ...new Set(
    [
      ...JSON.stringify(value)
        .replaceAll('\\"', '"')
        .matchAll(/\bsrc="(\/[^"]+)"/g),
    ].flatMap(([, address]) => address ?? []),
  ),
];
