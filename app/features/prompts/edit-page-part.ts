import { lazy, type ComponentType } from 'react'
import type { PromptEditPageProps } from './edit-page.tsx'

type Page = ComponentType<PromptEditPageProps>
const load = (): Promise<{ default: Page }> => import('./edit-page.tsx')

/** The editor, loaded with its own pages only. */
export let PromptEditPage: Page = lazy(load)

/** The page that was sent by the server is taken over with its code at hand, or what was typed meanwhile would be lost (see tool-pages.ts). */
async function loadFirstPage(): Promise<void> {
  if (!/\/prompt\/(create|modify\/\d+)\/?$/.test(window.location.pathname)) return
  PromptEditPage = (await load()).default
}
if (typeof window !== 'undefined') await loadFirstPage()
