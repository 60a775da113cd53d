// What the panes, panels and commands of the writing page read. There are several contexts, so that typing does not
// render the text, and a growing text does not render the form.
import { createContext, useContext, type Context } from 'react'
import type { ToolFormState } from '../forms/use-tool-form.ts'
import type { ShownText, WritingStatus } from './use-writing.ts'
import type { WritingActions } from './use-writing-actions.ts'

export const ToolFormContext = createContext<ToolFormState | null>(null)
export const WritingActionsContext = createContext<WritingActions | null>(null)
export const WritingStatusContext = createContext<WritingStatus | null>(null)
/** See `HandOver`, which is around the text. */
export const HandOverContext = createContext<HandOverActions | null>(null)
export const ShownTextContext = createContext<ShownText | null>(null)

export type HandOverActions = {
  /** @param leaving what readers will get, as Markdown or plain text @param work hands it over */
  handOver: (leaving: string, work: () => void) => void
  /** @param leaving what readers will get, where that is not the copied text itself */
  copy: (text: { plain: string; html?: string }, leaving?: string) => void
}

function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('This part belongs into a writing page.')
  return value
}

/** The form, its files and links. Changes with every key in it. */
export const useFormOfTool = () => useRequired(ToolFormContext)
/** Always the same functions. */
export const useActions = () => useRequired(WritingActionsContext)
export const useWritingStatus = () => useRequired(WritingStatusContext)
/** For buttons by which the text leaves the page. Always the same functions. */
export const useHandOver = () => useRequired(HandOverContext)
/** For parts of the text's pane, which is there only with a text. */
export const useShownText = () => useRequired(ShownTextContext)

/** Whether a run generates images for the text now. */
export function useIsMakingPictures(): boolean {
  const { phase, run } = useShownText()
  return (
    phase === 'running' && run.stages.some(({ stage, state }) => stage === 'images' && state === 'active')
  )
}
