/** The address that the icon of the installed application opens. */
export const MANIFEST_START = '/?from=home-screen';
/** Opens the last book where the user stopped: the target of the 续读 shortcut of the installed application. */
export const CONTINUE_PATH = '/cms/main/continue';
/** The page that receives what other applications share. */
export const SHARED_PATH = '/cms/main/shared';
