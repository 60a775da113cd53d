import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the child processes of a process, by default of this one; empty when it is gone. Linux only. */
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
