import { lazy, type ComponentType } from 'react'
import type { RunFormProps } from './run-form.tsx'

const load = () => import('./run-form.tsx')

/** The form that runs a prompt, with the fields that lists and other pages do not need. */
export const runForms: { RunForm: ComponentType<RunFormProps> } = { RunForm: lazy(load) }

/**
 * A page that was sent by the server is taken over in one go, with the form's code at hand: what is typed into a form that comes
 * alive later would be lost (see tool-pages.ts).
 */
async function loadFirstForm(): Promise<void> {
  if (!/\/prompt\/(detail\/\d+|use)\/?$/.test(window.location.pathname)) return
  runForms.RunForm = (await load()).default
}
if (typeof window !== 'undefined') await loadFirstForm()
