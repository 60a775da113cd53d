// npm run jobs: lists the background jobs that failed permanently. It reads the database that DATABASE_URL names, or
// this machine's own while the product runs. `npm run jobs retry` retries each of them.
import { fileURLToPath } from 'node:url'
import { openQueue } from '#server/adapters/queue.ts'
import { chooseDataFolder } from './engine/data-folder.ts'
import { findOwnDatabase } from './engine/own-database.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const url = process.env.DATABASE_URL || findOwnDatabase(chooseDataFolder(project, process.env))
if (!url) {
  console.error(
    'DATABASE_URL names the database whose jobs are meant. For this machine’s own, start the product first.',
  )
  process.exit(1)
}
const queue = await openQueue(url, { isWorker: false })
try {
  if (process.argv[2] === 'retry') console.log(`${await queue.retryDead()} jobs are tried again.`)
  else {
    const dead = await queue.listDead()
    console.log(dead.length === 0 ? 'No job has failed for good.' : `${dead.length} jobs failed for good:`)
    for (const { diedAt, name, payload, error } of dead)
      console.log(`${diedAt} ${name} ${JSON.stringify(payload)} ${JSON.stringify(error)}`)
  }
} finally {
  await queue.close()
}
