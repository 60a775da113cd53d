import { sentPart } from '#app/session/sent-part.ts'

/** The editor, loaded with its own pages only. */
export const PromptEditPage = await sentPart('#prompt-edit', () => import('./edit-page.tsx'))
