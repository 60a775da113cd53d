// How long it takes from the command to the first page, and the memory of an idle product.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchPage } from './load.ts'
import { memoryBytes, processTree } from './process-figures.ts'
import { projectFolder, startProduct } from './product.ts'
import type { Program } from './program.ts'

/** Seconds until the home page was read to its end; memory in bytes, of Node and of every Postgres process. */
export type StartFigures = {
  firstWithBuild: number
  first: number
  second: number
  idleMemory: { node: number; all: number } | null
}

/** Long enough for the work of starting to end: the first sweep, Postgres's first checkpoint of changes. */
const idleSeconds = 5

/** Starts it three times in `folder`. Gives the last one, still running on data that was used before. */
export async function measureStart(
  folder: string,
): Promise<StartFigures & { product: Program; dataFolder: string }> {
  // Without its stamp the build counts as missing.
  rmSync(join(projectFolder, 'build/.built'), { force: true })
  const withBuild = await startToFirstPage(join(folder, 'first-with-build'))
  await withBuild.product.stop()
  const dataFolder = join(folder, 'data')
  const first = await startToFirstPage(dataFolder)
  await first.product.stop()
  const second = await startToFirstPage(dataFolder)
  await wait(idleSeconds * 1000)
  const { pid } = second.product
  const [node, all] = [memoryBytes([pid]), memoryBytes(processTree(pid))]
  return {
    firstWithBuild: withBuild.seconds,
    first: first.seconds,
    second: second.seconds,
    idleMemory: node === null || all === null ? null : { node, all },
    product: second.product,
    dataFolder,
  }
}

async function startToFirstPage(dataFolder: string): Promise<{ product: Program; seconds: number }> {
  const product = await startProduct(dataFolder)
  await fetchPage(`${product.url}/ko`)
  return { product, seconds: (performance.now() - product.startedAt) / 1000 }
}
