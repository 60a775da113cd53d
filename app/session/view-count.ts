import { lateComponent } from './late-component.tsx'

/** Counts the views of pages and prompts, once the page is hydrated. */
export const ViewCount = lateComponent(async () => (await import('./count-views.tsx')).CountViews)
