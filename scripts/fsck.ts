// npm run fsck: checks invariants, in the database that DATABASE_URL names or in this machine's own while the product
// runs. On this machine it also checks that every file is on the disk. Status 1 when it found something.
import { fileURLToPath } from 'node:url'
import { fsck } from '#server/fsck.ts'
import { connectDatabase } from '#server/adapters/database.ts'
import { chooseDataFolder } from './engine/data-folder.ts'
import { findOwnDatabase } from './engine/own-database.ts'
import { findLostFiles } from './lost-files.ts'

const folder = chooseDataFolder(fileURLToPath(new URL('..', import.meta.url)), process.env)
const url = process.env.DATABASE_URL || findOwnDatabase(folder)
if (!url) {
  console.error(
    'DATABASE_URL names the database that is meant. For this machine’s own, start the product first.',
  )
  process.exit(1)
}
const database = connectDatabase(url, { connectionsMax: 1 })
try {
  const areFilesHere = !process.env.DATABASE_URL && !process.env.S3_BUCKET
  const findings = [...(await fsck(database)), ...(areFilesHere ? await findLostFiles(database, folder) : [])]
  for (const finding of findings) console.log(finding)
  console.log(
    findings.length === 0
      ? 'All is well: nothing was found that can never be.'
      : `${findings.length} findings. docs/operating.md says what each rule means and what to do.`,
  )
  if (findings.length > 0) process.exitCode = 1
} catch (error) {
  console.error(`The database could not be looked at: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await database.destroy()
}
