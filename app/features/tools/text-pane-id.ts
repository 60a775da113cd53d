/** Where the text stands on the page. */
export const textPaneId = 'text-pane'
