// npm run backup <folder>: copies this machine's own data (database, files, keys, passwords) while the product is stopped.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BackupRefused, makeBackup } from './engine/backup.ts'
import { chooseDataFolder } from './engine/data-folder.ts'

const [target] = process.argv.slice(2)
const { DATABASE_URL, S3_BUCKET } = process.env
const dataFolder = chooseDataFolder(fileURLToPath(new URL('..', import.meta.url)), process.env)
try {
  if (!target) throw new BackupRefused('Where to? npm run backup <new folder>, while Munjang is stopped.')
  if (DATABASE_URL)
    throw new BackupRefused(
      'DATABASE_URL names a database of its own: back that up with pg_dump. keys.json and passwords.json are in the data folder.',
    )
  const { files, bytes } = await makeBackup(dataFolder, target)
  console.log(
    `${files} files (${(bytes / 2 ** 20).toFixed(1)} MB) of ${dataFolder} are in ${resolve(target)}. Keys and passwords are among them: keep it where nobody else reads.`,
  )
  if (S3_BUCKET) console.log(`Members’ files are in the bucket ${S3_BUCKET} and not in the backup.`)
} catch (error) {
  console.error(error instanceof BackupRefused ? error.message : error)
  process.exitCode = 1
}
