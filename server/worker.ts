// The background jobs in a separate process, for sites that need one; their web processes run with JOBS=off.
import { logLine } from '#shared/log-line.ts'
import { readConfig } from './config.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { createAuthAdmin } from './adapters/auth-admin.ts'
import { createBillingKeys } from './adapters/billing-key.ts'
import { createCards } from './adapters/cards.ts'
import { connectDatabase } from './adapters/database.ts'
import { createCallCounter } from './adapters/daily-calls.ts'
import { createFileStore } from './adapters/file-store.ts'
import { createKeywordSource } from './adapters/keyword-source.ts'
import { createMail } from './adapters/mail.ts'
import { openQueue } from './adapters/queue.ts'

const config = readConfig(process.env)
const database = connectDatabase(config.databaseUrl, { connectionsMax: 4 })
const queue = await openQueue(config.databaseUrl, { isWorker: true })
await queue.work(
  jobHandlers({
    config,
    database,
    authAdmin: createAuthAdmin(config.supabase),
    files: createFileStore(config.supabase),
    cards: createCards(config.cards, database),
    keywords: createKeywordSource(config.keywords, createCallCounter(database)),
    mail: createMail(config.mail),
    billingKeys: createBillingKeys(config.payments.billingKeySecret),
  }),
)
console.log(logLine('Munjang works on its jobs.'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void queue
      .close()
      .then(() => database.destroy())
      .then(() => process.exit(0))
  })
}
