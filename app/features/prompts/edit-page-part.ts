import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

/** The editor, loaded with its own pages only. */
export const PromptEditPage = await preloadedLazy('#prompt-edit', () => import('./edit-page.tsx'))
