/** A module of its own, because a test cannot replace `location`. */
export const reloadPage = (): void => location.reload();
