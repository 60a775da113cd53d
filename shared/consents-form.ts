import { z } from 'zod'

/** Body of POST /v1/auth/user/consent besides the uuid: all required consents, and the choice of news. */
export const consentSchema = z.strictObject({
  age: z.literal(true, 'required'),
  terms: z.literal(true, 'required'),
  privacy: z.literal(true, 'required'),
  news: z.boolean('invalid'),
})
export type ConsentForm = z.infer<typeof consentSchema>
