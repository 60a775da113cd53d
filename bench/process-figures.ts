// The resource use of processes, from Linux's /proc. Other systems have no such files: there the figures are null.
import { readdirSync, readFileSync } from 'node:fs'

/** CPU times in /proc are counted in hundredths of a second, independent of the kernel's own tick: proc(5), time(7). */
const ticksPerSecond = 100

/** The process and everything it started, at any depth. */
export function processTree(pid: number): number[] {
  const parents = new Map(listProcesses().map((each) => [each, readStat(each)?.parent]))
  const tree = [pid]
  for (const parent of tree) {
    for (const [child, itsParent] of parents) if (itsParent === parent) tree.push(child)
  }
  return tree
}

/** Seconds of CPU that the processes have used so far, in user and in system mode. Null where there is no /proc. */
export function cpuSeconds(pids: readonly number[]): number | null {
  const used = pids.map((pid) => readStat(pid)?.cpuTicks)
  if (used.every((ticks) => ticks === undefined)) return null
  return used.reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) / ticksPerSecond
}

/**
 * The memory of the processes together, in bytes: the proportional set size. A page that n processes share counts 1/n
 * for each, so Postgres's shared buffers are counted once. Null where it cannot be read.
 */
export function memoryBytes(pids: readonly number[]): number | null {
  try {
    const kilobytes = pids.map((pid) =>
      Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
    )
    return kilobytes.reduce((sum, each) => sum + each, 0) * 1024
  } catch {
    return null
  }
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** Fields 4, 14 and 15 of /proc/<pid>/stat; they are counted after the name, which may contain any character. */
function readStat(pid: number): { parent: number; cpuTicks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), cpuTicks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    // It has ended since it was listed.
    return null
  }
}
