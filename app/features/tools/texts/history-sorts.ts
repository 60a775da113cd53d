/** The orders of the list of texts. Apart from history-data.ts, which the page loads when it needs more. */
export const historySorts = ['new', 'changed', 'old', 'title'] as const
export type HistorySort = (typeof historySorts)[number]
