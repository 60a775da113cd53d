// Started as a process of its own by the recovery tests: begins one article and stays in it until it is killed.
import { startTool } from '#server/features/tools/start-tool.ts'
import { RunKeeper } from '#server/metering/run-keeper.ts'
import { connectDatabase } from '#server/outside/database.ts'
import { createFileStore } from '#server/outside/file-store.ts'
import { createToolModel } from '#server/outside/models.ts'
import { openQueue } from '#server/outside/queue.ts'
import { createDocumentReader } from '#server/outside/reading/document-reader.ts'
import { readConfig } from '#server/config.ts'
import { articleForm } from '#shared/tools-form.ts'

// Given a step, it kills itself there.
const [memberId = '', form = '{}', deadlyStep] = process.argv.slice(2)
const config = readConfig(process.env)
const database = connectDatabase(config.databaseUrl, { connectionsMax: 4 })
await startTool(
  {
    config,
    database,
    verifyAccessToken: () => Promise.reject(new Error('nobody calls')),
    authAdmin: { setUserAuth: () => Promise.resolve() },
    queue: await openQueue(config.databaseUrl, { isWorker: false }),
    model: createToolModel(config.models),
    files: createFileStore(config.supabase),
    reader: createDocumentReader(),
    links: { read: () => Promise.reject(new Error('nobody asks')) },
    runs: new RunKeeper(database, config.runs.leaseSeconds),
    atStep: (step) => {
      if (step === deadlyStep) process.kill(process.pid, 'SIGKILL')
    },
  },
  {
    tool: 'article',
    member: { id: memberId, plan: 'starter' },
    form: articleForm.parse(JSON.parse(form)),
    files: [],
    leftOut: [],
    language: 'en',
  },
)
