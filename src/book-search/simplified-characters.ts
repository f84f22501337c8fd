import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedSigns } from '../../contract/reading/simplified-characters.ts';

export const signs = (): Uint16Array => simplifiedSigns(pairs);
