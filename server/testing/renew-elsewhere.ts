// A separate process for the tests of renewals: it charges due periods, and kills itself at the given step.
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
  paymentStepHook: (step) => {
    if (step === deadlyStep) process.kill(process.pid, 'SIGKILL')
  },
})
await database.destroy()
