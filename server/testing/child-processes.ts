import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the processes that another has started, this one unless told otherwise; none for one that is gone. Linux only. */
export function childProcesses(of: number | 'self' = 'self'): number[] {
  try {
    return readdirSync(`/proc/${of}/task`).flatMap((thread) =>
      readFileSync(`/proc/${of}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
