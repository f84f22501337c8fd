import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedSigns } from '../../contract/reading/simplified-signs.ts';

export const signs = (): Uint16Array => simplifiedSigns(pairs);
