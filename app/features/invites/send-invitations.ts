import type { FieldRule } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { Api } from '#app/session/api.ts'
import type { MemberRecord } from '#app/session/session.ts'

/** The field's error, with the invalid address if there is one. */
type Problem = { problem: FieldRule | 'own'; address?: string; count?: number }

/**
 * Requests an invitation to each address (O02), once all of them are valid. The schema is loaded on demand.
 * @param emails as typed: separated by commas
 * @returns how many were accepted, or the first error
 * @throws AppError too_many_requests with the time from which requests are accepted again, unavailable
 */
export async function sendInvitations(
  api: Api,
  member: MemberRecord,
  emails: string,
): Promise<Problem | { count: number }> {
  const [{ inviteMailSchema, splitAddresses }, { fieldProblems }] = await Promise.all([
    whenOnline(() => import('#shared/invites-form.ts')),
    whenOnline(() => import('#shared/tools-form.ts')),
  ])
  const checked = inviteMailSchema.safeParse({ emails })
  const addresses = splitAddresses(emails)
  if (!checked.success) {
    const [field = '', { rule, count } = { rule: 'invalid' as const }] =
      Object.entries(fieldProblems(checked.error))[0] ?? []
    const address = addresses[Number(/^emails\.(\d+)$/.exec(field)?.[1] ?? -1)]
    return { problem: rule, ...(address ? { address } : {}), ...(count === undefined ? {} : { count }) }
  }
  const own = addresses.find((address) => address === member.email?.toLowerCase())
  if (own) return { problem: 'own', address: own }
  const { result } = await api.json<{ result: { count: number } }>('/auth/user/invite/by/email', {
    body: { emails: addresses.join(','), uuid: member.uuid },
  })
  return result
}
