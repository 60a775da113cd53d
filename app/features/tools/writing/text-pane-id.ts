import { scrollGently } from '#app/ui/scroll-gently.ts'

/** The id of the text's element on the page. */
export const textPaneId = 'text-pane'

/** Where the panes are stacked, the text scrolls into view when it begins. */
export function showTextPane(): void {
  const pane = document.getElementById(textPaneId)
  if (pane && window.matchMedia('(max-width: 860px)').matches) scrollGently(pane)
}
