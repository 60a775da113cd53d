// npm run restore <folder>: puts a backup into this machine's empty data folder.
import { fileURLToPath } from 'node:url'
import { BackupRefused, restoreBackup } from './engine/backup.ts'
import { chooseDataFolder } from './engine/data-folder.ts'

const [source] = process.argv.slice(2)
const dataFolder = chooseDataFolder(fileURLToPath(new URL('..', import.meta.url)), process.env)
try {
  if (!source) throw new BackupRefused('Which backup? npm run restore <folder>, on a machine without data.')
  const { files, madeAt } = await restoreBackup(source, dataFolder)
  console.log(
    `${files} files of ${madeAt} are in ${dataFolder}. Start with npm start, then look with npm run fsck.`,
  )
} catch (error) {
  console.error(error instanceof BackupRefused ? error.message : error)
  process.exitCode = 1
}
