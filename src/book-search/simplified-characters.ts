import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedCharacters } from '../../contract/reading/simplified-characters.ts';

export const signs = (): Uint16Array => simplifiedCharacters(pairs);
