import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The URL of the Postgres that `npm start` runs in this data folder, with the rights of the product's owner; null
 * unless it runs. A machine's own operator does not have to look up a port and a password.
 */
export function findOwnDatabase(dataFolder: string): string | null {
  const [pidFile, passwordFile] = [
    join(dataFolder, 'postgres', 'postmaster.pid'),
    join(dataFolder, 'passwords.json'),
  ]
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return null
  // Postgres' own file: its fourth line is the port.
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]?.trim()
  const { owner } = JSON.parse(readFileSync(passwordFile, 'utf8')) as { owner?: string }
  return port && owner ? `postgres://postgres:${owner}@127.0.0.1:${port}/postgres` : null
}
