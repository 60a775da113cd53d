// The form of invitations by e-mail as a schema. It is apart from invites.ts because of zod: the page loads it when the
// form is sent.
import { z } from 'zod'
import { inviteMailLimits } from './invites.ts'
import { addFieldIssue } from './tools-form.ts'

const inputMaxLength = 5_000
const addressMaxLength = 254

/** Splits at commas, line breaks and spaces, as people paste lists; lower case and each address once. */
export function splitAddresses(text: string): string[] {
  const parts = text.split(/[\s,;，、]+/).map((part) => part.toLowerCase())
  return [...new Set(parts.filter((part) => part !== ''))]
}

const isAddress = (address: string): boolean =>
  address.length <= addressMaxLength && z.email().safeParse(address).success

/** Body of POST /v1/auth/user/team/invite: one address. */
export const teamInviteSchema = z.strictObject({
  email: z
    .string('invalid')
    .max(inputMaxLength)
    .transform((input) => input.trim().toLowerCase())
    .superRefine((address, context) => {
      if (address === '') addFieldIssue(context, 'required')
      else if (!isAddress(address)) addFieldIssue(context, 'invalid')
    }),
})

/**
 * Body of POST /v1/auth/user/invite/by/email (O01, O02): `emails` as typed, or as a list. The field of a wrong address
 * is `emails.<index>`.
 */
export const inviteMailSchema = z.strictObject({
  emails: z
    .union([z.string().max(inputMaxLength), z.array(z.string().max(inputMaxLength)).max(100)], 'invalid')
    .transform((input) => splitAddresses([input].flat().join(',')))
    .superRefine((addresses, context) => {
      if (addresses.length === 0) addFieldIssue(context, 'required')
      if (addresses.length > inviteMailLimits.addresses)
        addFieldIssue(context, 'too_many', inviteMailLimits.addresses)
      addresses.forEach((address, place) => {
        if (!isAddress(address)) addFieldIssue(context, 'invalid', undefined, String(place))
      })
    }),
})
