// What the server's rooms work with, put together once in main.ts and handed down.
import type { Config } from './config.ts'
import type { VerifyAccessToken } from './outside/access-tokens.ts'
import type { AuthAdmin } from './outside/auth-admin.ts'
import type { Database } from './outside/database.ts'

export type Parts = {
  config: Config
  database: Database
  verifyAccessToken: VerifyAccessToken
  authAdmin: AuthAdmin
}
