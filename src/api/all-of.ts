/** Every query of an endpoint, whatever it was asked with. In a file of its own: the first visit to home does not need it. */
export const allOf = ({ key }: { readonly key: string }) => ({ queryKey: [key] });
