import type { FieldRule } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { Api } from '#app/session/api.ts'

/** The field's error, with the invalid address if there is one. */
type Problem = { rule: FieldRule | 'own'; address?: string; count?: number }

/**
 * Checks all addresses before the first is invited (O02). The schema is loaded on demand.
 * @param own the member's own address
 * @param emails as typed: separated by commas
 */
export async function checkInvitations(
  own: string | null,
  emails: string,
): Promise<Problem | { addresses: string[] }> {
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
    return { rule, ...(address ? { address } : {}), ...(count === undefined ? {} : { count }) }
  }
  const address = addresses.find((each) => each === own?.toLowerCase())
  return address ? { rule: 'own', address } : { addresses }
}

/**
 * @returns how many were accepted
 * @throws AppError too_many_requests with the time from which requests are accepted again, unavailable
 */
export async function sendInvitations(api: Api, uuid: string, addresses: string[]): Promise<number> {
  const { result } = await api.json<{ result: { count: number } }>('/auth/user/invite/by/email', {
    body: { emails: addresses.join(','), uuid },
  })
  return result.count
}
