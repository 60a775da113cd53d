// npm run db:reset: throws away this machine's embedded database and members' files, so that the next start begins with an empty one.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseDataFolder, takeDataFolder } from './engine/data-folder.ts'

try {
  const folder = chooseDataFolder(fileURLToPath(new URL('..', import.meta.url)), process.env)
  const release = takeDataFolder(folder, 'npm run db:reset')
  // Files without the rows that name them would stay for ever.
  for (const part of ['postgres', 'files']) rmSync(join(folder, part), { recursive: true, force: true })
  release()
  console.log(`The database in ${folder} is gone; the next start makes a new one.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
