// The product as `npm start` runs it, with a separate port and data, and only the settings of the bench.
import { fileURLToPath } from 'node:url'
import { startProgram, type Program } from './program.ts'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** Settings of the developer's environment that would distort the measurement, or call a real provider. */
const foreignSettings = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'HOST',
  'PUBLIC_ORIGIN',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS_MAX',
  'SUPABASE_URL',
  'TOOL_MODEL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'COMPATIBLE_BASE_URL',
  'GOOGLE_CLIENT_ID',
  'KAKAO_CLIENT_ID',
  'REDIRECT_RULES',
  'RUN_CAPACITY',
]
const noForeignSettings = Object.fromEntries(foreignSettings.map((name) => [name, undefined]))

/** Stopping it fails if it did not run the production builds. */
export function startProduct(dataFolder: string, env: NodeJS.ProcessEnv = {}): Promise<Program> {
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
  const preloads = ['./refuse-development-builds.ts', './report-heap.ts']
  return startProgram({
    arguments: [
      '--expose-gc',
      // As scripts/launch.js starts it.
      '--max-semi-space-size=64',
      ...preloads.flatMap((file) => ['--import', path(file)]),
      path('../scripts/start.ts'),
    ],
    env: { ...noForeignSettings, PORT: '0', DATA_FOLDER: dataFolder, ...env },
  })
}
