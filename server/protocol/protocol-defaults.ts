export const REGION_OF_AGREEMENT = '中国大陆';
export const LANGUAGE_OF_AGREEMENT = '简体中文';
