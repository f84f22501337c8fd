import { visible } from '../visible-text.ts';

export const doi = () =>
  visible()
    .max(100, 'DOI过长')
    .refine((value) => value === '' || /^10\.\d{4,9}\/\S+$/.test(value), 'DOI形如 10.12345/abc')
    .default('');
