// A separate process for the recovery tests: it starts one article, or one prompt run, and stays in it until it is
// killed.
import { startPromptRun } from '#server/features/prompts/start-prompt-run.ts'
import { startTool } from '#server/features/tools/start-tool.ts'
import { RunRegistry } from '#server/runs/run-registry.ts'
import { createBillingKeys } from '#server/adapters/billing-key.ts'
import { connectDatabase } from '#server/adapters/database.ts'
import { createFileReader } from '#server/adapters/file-reader.ts'
import { createFileStore } from '#server/adapters/file-store.ts'
import { createKeywordSource } from '#server/adapters/keyword-source.ts'
import { createPromptModels, createToolModel } from '#server/adapters/models.ts'
import { createNotifications } from '#server/adapters/notifications.ts'
import { createPictureModel } from '#server/adapters/pictures.ts'
import { openQueue } from '#server/adapters/queue.ts'
import { createDocumentReader } from '#server/adapters/reading/document-reader.ts'
import { createWebSearch } from '#server/adapters/web-search.ts'
import { readConfig } from '#server/config.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { promptRunSchema } from '#shared/prompts-run-form.ts'
import { articleSchema } from '#shared/tools-form.ts'

// With a step, it kills itself there.
const [memberId = '', form = '{}', deadlyStep] = process.argv.slice(2)
const config = readConfig(process.env)
const database = connectDatabase(config.databaseUrl, { connectionsMax: 4 })
const files = createFileStore(config.supabase)
const reader = createDocumentReader()
const deps: Dependencies = {
  config,
  database,
  verifyAccessToken: () => Promise.reject(new Error('nobody calls')),
  authAdmin: { setUserAuth: () => Promise.resolve(), removeFactors: () => Promise.resolve() },
  queue: await openQueue(config.databaseUrl, { isWorker: false }),
  model: createToolModel(config.models),
  promptModels: createPromptModels(config.models),
  pictures: createPictureModel(config.pictures),
  files,
  reader,
  fileReader: createFileReader(files, reader),
  links: { read: () => Promise.reject(new Error('nobody asks')) },
  search: createWebSearch(config.search, () => Promise.resolve()),
  keywords: createKeywordSource(null, () => Promise.resolve()),
  cards: null,
  mail: null,
  billingKeys: createBillingKeys('nobody pays'),
  runEvents: createNotifications(config.databaseUrl, 'run_events'),
  runs: new RunRegistry(database, config.runs.leaseSeconds),
  runStepHook: (step) => {
    if (step === deadlyStep) process.kill(process.pid, 'SIGKILL')
  },
}
const order = JSON.parse(form) as { prompt_id?: number }
if (order.prompt_id)
  await startPromptRun(deps, { memberId, form: promptRunSchema(order).parse(order), language: 'en' })
else
  await startTool(deps, {
    tool: 'article',
    member: { id: memberId, plan: 'starter' },
    form: articleSchema.parse(order),
    files: [],
    leftOut: [],
    language: 'en',
  })
