// Started as a process of its own by the tests of renewals: charges what is due, and kills itself at the step that it is given.
import { readConfig } from '#server/config.ts'
import { renewSubscriptions } from '#server/features/payments/renewals.ts'
import { createBillingKeys } from '#server/adapters/billing-key.ts'
import { createCards } from '#server/adapters/cards.ts'
import { connectDatabase } from '#server/adapters/database.ts'

const [deadlyStep] = process.argv.slice(2)
const config = readConfig(process.env)
const database = connectDatabase(config.databaseUrl, { connectionsMax: 4 })
await renewSubscriptions({
  config,
  database,
  cards: createCards(config.cards, database),
  billingKeys: createBillingKeys(config.payments.billingKeySecret),
  atPayment: (step) => {
    if (step === deadlyStep) process.kill(process.pid, 'SIGKILL')
  },
})
await database.destroy()
