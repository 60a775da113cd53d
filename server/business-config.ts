// The details of the business that runs the site, from the values of config.ts.
import { z } from 'zod'
import { isMailOrderNumber, isRegistrationNumber, type Business } from '#shared/business.ts'

/** The environment variable of each detail. */
const variables = {
  name: 'BUSINESS_NAME',
  representative: 'BUSINESS_REPRESENTATIVE',
  address: 'BUSINESS_ADDRESS',
  phone: 'BUSINESS_PHONE',
  email: 'BUSINESS_EMAIL',
  registrationNumber: 'BUSINESS_REGISTRATION_NUMBER',
  mailOrderNumber: 'BUSINESS_MAIL_ORDER_NUMBER',
  hosting: 'BUSINESS_HOSTING',
  officerName: 'PRIVACY_OFFICER_NAME',
  officerPhone: 'PRIVACY_OFFICER_PHONE',
  officerEmail: 'PRIVACY_OFFICER_EMAIL',
} as const
export const businessVariables = Object.values(variables)
type Variable = (typeof businessVariables)[number]

/** Entries of the environment's schema, each one line of text. */
export const businessEnvironment = Object.fromEntries(
  businessVariables.map((name) => [name, z.string().trim().max(200).optional()]),
) as Record<Variable, z.ZodOptional<z.ZodString>>

type Values = Partial<Record<Variable, string | undefined>>

/**
 * Either all details or none, because a part of them would look complete. Without any, pages say that they are not
 * configured.
 * @throws Error that names the missing or wrong variable
 */
export function readBusiness(value: Values): Business | null {
  if (businessVariables.every((name) => !value[name])) return null
  const problems = [
    ...businessVariables.filter((name) => !value[name]).map((name) => `${name}: is missing`),
    ...shapeProblems(value),
  ]
  if (problems.length > 0)
    throw new Error(`The configuration is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const text = (key: keyof typeof variables) => value[variables[key]]!
  return {
    name: text('name'),
    representative: text('representative'),
    address: text('address'),
    phone: text('phone'),
    email: text('email'),
    registrationNumber: text('registrationNumber'),
    mailOrderNumber: text('mailOrderNumber'),
    hosting: text('hosting'),
    privacyOfficer: {
      name: text('officerName'),
      phone: text('officerPhone'),
      email: text('officerEmail'),
    },
  }
}

function shapeProblems(value: Values): string[] {
  const isEmail = (text: string) => z.email().safeParse(text).success
  const isPhone = (text: string) => /^\+?[\d-]{8,20}$/.test(text)
  const rules: [name: Variable, isGood: (text: string) => boolean, says: string][] = [
    ['BUSINESS_REGISTRATION_NUMBER', isRegistrationNumber, 'must be like 123-45-67891, with its check digit'],
    ['BUSINESS_MAIL_ORDER_NUMBER', isMailOrderNumber, 'must be like 2026-서울강남-01234'],
    ['BUSINESS_EMAIL', isEmail, 'must be an address'],
    ['PRIVACY_OFFICER_EMAIL', isEmail, 'must be an address'],
    ['BUSINESS_PHONE', isPhone, 'must be digits with hyphens'],
    ['PRIVACY_OFFICER_PHONE', isPhone, 'must be digits with hyphens'],
  ]
  return rules.flatMap(([name, isGood, says]) =>
    value[name] && !isGood(value[name]) ? [`${name}: ${says}`] : [],
  )
}
