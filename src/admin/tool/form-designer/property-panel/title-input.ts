/** Id of the input for the title; adding a component moves the focus to it. */
export const TITLE_INPUT = 'fd-title';
