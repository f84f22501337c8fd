export const INFORMATION = '/cms/main/information';
export const informationPath = (informationId: number): string => `${INFORMATION}?id=${informationId}`;
