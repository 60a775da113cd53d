import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'
import { useSupabase } from '#app/session/use-api.ts'
import type { RunState } from './run-state.ts'
import { findToolUse } from './tool-data.ts'
import type { DocumentState } from './use-document.ts'
import { documentOfRun, factsOfUse } from './text.ts'

/** The result of a run becomes the open text when it ends; its address can be reloaded from the first moment. */
export function useSyncRunToDocument(
  state: RunState,
  tool: WritingTool,
  language: OutputLanguage,
  work: DocumentState,
): void {
  const revalidator = useRevalidator()
  const getSupabase = useSupabase()
  /** A second attempt that failed leaves the text of before in its place. */
  const readAgain = async (id: number, isFailed: boolean) => {
    try {
      const use = await findToolUse(await getSupabase(), id)
      if (use && isFailed) work.reopen(use)
      else if (use) work.update(id, factsOfUse(use))
    } catch (error) {
      console.warn('The text could not be read again after its run.', error)
    }
  }
  const isRunning = state.status === 'running'
  const hasEnded = state.status === 'done' || state.status === 'stopped' || state.status === 'failed'
  useEffect(() => {
    if (isRunning && state.runId !== null) addressRun(tool, state.runId)
  }, [isRunning, state.runId, tool])
  const showEnd = useEffectEvent(() => {
    work.open(documentOfRun(state, language, work.document))
    if (state.runId !== null) {
      // A run whose events all arrived at once never had the state `running`.
      addressRun(tool, state.runId)
      void readAgain(state.runId, state.status === 'failed')
    }
    // The balance in the header.
    void revalidator.revalidate()
  })
  useEffect(() => {
    if (hasEnded) showEnd()
  }, [hasEnded])
}

function addressRun(tool: WritingTool, runId: number): void {
  const address = new URL(window.location.href)
  address.search = `?tool=${tool}&id=${runId}`
  window.history.replaceState(window.history.state, '', address)
}
