import { readFile } from 'node:fs/promises'
import { prepareDatabase } from 'local-backend'
import pg from 'pg'

const passwords = {
  owner: 'owner-bench',
  authenticator: 'authenticator-bench',
  authAdmin: 'auth-admin-bench',
}
const library = new URL('../../local-backend/testing/library.sql', import.meta.url)

/**
 * Puts the library of local-backend's own tests into an empty database, with ten thousand books more. Gives the addresses
 * that a backend logs in with: [authenticator, auth admin].
 */
export async function prepareLibrary(adminUrl: string): Promise<[string, string]> {
  await prepareDatabase({ adminUrl, ownerRole: 'postgres', passwords })
  const owner = new pg.Client({ connectionString: withLogin(adminUrl, 'postgres', passwords.owner) })
  await owner.connect()
  try {
    await owner.query(await readFile(library, 'utf8'))
    await owner.query(
      `insert into public.book (title, author_id) select 'Book ' || n, 1 + n % 3 from generate_series(1, 10000) n`,
    )
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
  return [
    withLogin(adminUrl, 'authenticator', passwords.authenticator),
    withLogin(adminUrl, 'supabase_auth_admin', passwords.authAdmin),
  ]
}

function withLogin(base: string, user: string, password: string): string {
  const url = new URL(base)
  Object.assign(url, { username: user, password })
  return url.href
}
