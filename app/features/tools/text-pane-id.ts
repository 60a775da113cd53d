/** The id of the text's element on the page. */
export const textPaneId = 'text-pane'
