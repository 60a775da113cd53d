// What the server's rooms work with, put together once in main.ts and handed down.
import type { Config } from './config.ts'
import type { RunRegistry } from './features/tools/run-registry.ts'
import type { Capacity } from './metering/capacity.ts'
import type { VerifyAccessToken } from './outside/access-tokens.ts'
import type { AuthAdmin } from './outside/auth-admin.ts'
import type { Database } from './outside/database.ts'
import type { Model } from './outside/models.ts'

export type Parts = {
  config: Config
  database: Database
  verifyAccessToken: VerifyAccessToken
  authAdmin: AuthAdmin
  /** What the tools write with. */
  model: Model
  runs: RunRegistry
  capacity: Capacity
}
