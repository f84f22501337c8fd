export const simplifiedTable = async (): Promise<Uint16Array> => new Uint16Array(65536);
