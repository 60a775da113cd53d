import { fileURLToPath } from 'node:url'
import { prepareDatabase } from 'local-backend'
import { migrate } from '#scripts/engine/migrate.ts'

const passwords = {
  owner: 'owner-bench',
  authenticator: 'authenticator-bench',
  authAdmin: 'auth-admin-bench',
  replication: 'replication-bench',
}
const migrations = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** Applies the product's schema to an empty database, as the first start does. */
export async function prepareBenchDatabase(adminUrl: string): Promise<void> {
  await prepareDatabase({ adminUrl, ownerRole: 'postgres', passwords })
  const owner = new URL(adminUrl)
  owner.username = 'postgres'
  owner.password = passwords.owner
  await migrate(owner.href, migrations)
}
