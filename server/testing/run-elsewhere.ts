// Started as a process of its own by the recovery tests: begins one article and stays in it until it is killed.
import { startArticle } from '#server/features/tools/start-article.ts'
import { RunRegistry } from '#server/features/tools/run-registry.ts'
import { createCapacity } from '#server/metering/capacity.ts'
import { connectDatabase } from '#server/outside/database.ts'
import { createToolModel } from '#server/outside/models.ts'
import { readConfig } from '#server/config.ts'
import { articleForm } from '#shared/tools-form.ts'

const [memberId = '', form = '{}'] = process.argv.slice(2)
const config = readConfig(process.env)
await startArticle(
  {
    config,
    database: connectDatabase(config.databaseUrl, { connectionsMax: 4 }),
    verifyAccessToken: () => Promise.reject(new Error('nobody calls')),
    authAdmin: { setUserAuth: () => Promise.resolve() },
    model: createToolModel(config.models),
    runs: new RunRegistry(),
    capacity: createCapacity(1),
  },
  {
    member: { id: memberId, plan: 'starter' },
    form: articleForm.parse(JSON.parse(form)),
    file: null,
    language: 'en',
  },
)
