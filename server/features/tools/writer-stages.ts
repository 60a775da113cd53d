// Reports the stages of a run, in the order of `toolStages`.
import { logFailure } from '#server/log-failure.ts'
import { toolStages, type ToolStage } from '#shared/tools.ts'
import type { WriterInput } from './writer-input.ts'

type StagesInput = Pick<WriterInput, 'emit' | 'read' | 'stages' | 'resumedAt' | 'signal'>

/** The stages before the first call: all except reading were done when the request was accepted. */
const acceptedStages: ToolStage[] = ['request', 'user', 'parameters', 'files', 'urls']

export function createStages({ emit, read, stages, resumedAt, signal }: StagesInput) {
  /** Another process ended this stage, and its events were sent. */
  const isOver = (name: ToolStage) =>
    resumedAt !== null && toolStages.indexOf(name) < toolStages.indexOf(resumedAt)
  const report = (name: ToolStage, state: 'active' | 'done' | 'failed') => {
    if (!isOver(name)) emit({ type: 'stage', stage: name, state })
  }

  async function stage(name: ToolStage, work: () => Promise<void> | void): Promise<void> {
    if (isOver(name)) return
    report(name, 'active')
    await work()
    report(name, 'done')
  }

  /** An optional stage: the text is complete without it. @throws the signal's reason */
  async function extraStage(name: 'research' | 'tags', work: () => Promise<void>): Promise<void> {
    if (isOver(name)) return
    report(name, 'active')
    try {
      await work()
      report(name, 'done')
    } catch (error) {
      signal.throwIfAborted()
      logFailure(`tools: ${name}`, error)
      report(name, 'failed')
    }
  }

  async function begin(): Promise<void> {
    for (const name of stages.filter((entry) => acceptedStages.includes(entry))) {
      const work = async () => {
        if (name === 'files' || name === 'urls') await read[name]()
      }
      // Read sources are not stored, so an ended stage reads them again.
      if (isOver(name)) await work()
      else await stage(name, work)
    }
  }

  /** The stages of one call, whose answer says when each begins. Those between are passed. */
  function createProgress(steps: ToolStage[]) {
    let at = -1
    const to = (name: ToolStage | null) => {
      const next = name === null ? steps.length : steps.indexOf(name)
      while (at < next) {
        if (at >= 0) report(steps[at]!, 'done')
        at++
        if (at < steps.length) report(steps[at]!, 'active')
      }
    }
    return { to, end: () => to(null) }
  }

  return { isOver, stage, extraStage, begin, createProgress }
}
