// npm run jobs: the background jobs that failed for good; `npm run jobs retry` gives each of them another chance.
import { openQueue } from '#server/outside/queue.ts'

const url = process.env.DATABASE_URL
if (!url) {
  console.error('DATABASE_URL names the database whose jobs are meant.')
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
