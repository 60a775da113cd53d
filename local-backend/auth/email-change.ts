import type pg from 'pg'
import type { Account } from './account.ts'
import type { AuthContext } from './auth-context.ts'
import type { CodeChallenge } from './code-challenge.ts'
import { createMailFlow } from './flow-state.ts'
import { mailCodes } from './send-code.ts'

/**
 * Sends the confirmations of a new address. Both addresses must confirm, unless only the new one exists. The future
 * address changes together with the codes, so that a code for one address can never confirm another.
 */
export async function mailEmailChange(
  auth: AuthContext,
  o: { account: Account; newEmail: string; redirectTo: string; challenge: CodeChallenge | null },
): Promise<void> {
  const { account, newEmail, redirectTo, challenge } = o
  const old = auth.settings.secureEmailChange ? account.email : null
  await mailCodes(auth, {
    userId: account.id,
    emails: [
      { type: 'email_change_token_new', kind: 'email_change', to: newEmail },
      ...(old ? [{ type: 'email_change_token_current', kind: 'email_change', to: old } as const] : []),
    ],
    redirectTo,
    isPkce: challenge !== null,
    alongside: (client) => rememberChange(client, account.id, newEmail, challenge),
  })
}

async function rememberChange(
  client: pg.PoolClient,
  userId: string,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<void> {
  await client.query(
    `delete from auth.one_time_tokens
     where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  )
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1',
    [userId, newEmail],
  )
  if (challenge) await createMailFlow(client, { userId, method: 'email_change', ...challenge })
}
