import { z } from 'zod'

/** Body of POST /v1/auth/user/consent besides the uuid: all that is required, and whether news are wanted. */
export const consentForm = z.strictObject({
  age: z.literal(true, 'required'),
  terms: z.literal(true, 'required'),
  privacy: z.literal(true, 'required'),
  news: z.boolean('invalid'),
})
export type ConsentForm = z.infer<typeof consentForm>
