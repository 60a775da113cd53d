/**
 * The business that runs the site, with the details that Korean law requires. The server's configuration is the only
 * source.
 */
export type Business = {
  name: string
  representative: string
  address: string
  phone: string
  email: string
  /** Ten digits with hyphens: 123-45-67891. */
  registrationNumber: string
  /** The number of the registration as a mail-order seller: 2026-서울강남-01234. */
  mailOrderNumber: string
  hosting: string
  privacyOfficer: { name: string; phone: string; email: string }
}

/** One line of the business details; `link` uses or verifies the value. */
type BusinessLine = { label: string; value: string; link?: { href: string; text: string } }

/** The details on pages: the lines, or a labelled placeholder when nothing is configured. */
/** The contact address of a site without business details: `.example` reaches nobody (RFC 2606). */
const placeholderContact = 'help@munjang.example'

export const contactOf = (business: Business | null): string => business?.email ?? placeholderContact

export type BusinessNotice = { lines: BusinessLine[]; missing: string | null }

const digitWeights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/** Whether the last of the ten digits is the check digit of the others. */
export function isRegistrationNumber(text: string): boolean {
  const digits = digitsOf(text)
  if (!/^\d{3}-?\d{2}-?\d{5}$/.test(text)) return false
  const sum = digitWeights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const carried = Math.floor((Number(digits[8]) * 5) / 10)
  return (10 - ((sum + carried) % 10)) % 10 === Number(digits[9])
}

/** Whether a text has the format of a mail-order number: year, city and district, number, with or without 제 and 호. */
export const isMailOrderNumber = (text: string): boolean =>
  /^(?:제\s?)?\d{4}-[가-힣]{2,20}-\d{1,5}(?:\s?호)?$/.test(text)

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The page of the Fair Trade Commission with the registration of a seller. */
export const registryCheckUrl = (registrationNumber: string): string =>
  `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${digitsOf(registrationNumber)}`

const labels = [
  'name',
  'representative',
  'registrationNumber',
  'mailOrderNumber',
  'address',
  'phone',
  'email',
  'hosting',
] as const satisfies readonly (keyof Business)[]

/** The business details in the reader's language. @param look returns a message of `business.json` */
export function describeBusiness(business: Business | null, look: (key: string) => string): BusinessNotice {
  if (!business) return { lines: [], missing: look('missing') }
  const lines = labels.map((key) => ({
    label: look(key),
    value: business[key],
    ...linkOf(key, business, look),
  }))
  return { lines, missing: null }
}

function linkOf(
  key: (typeof labels)[number],
  business: Business,
  look: (key: string) => string,
): Pick<BusinessLine, 'link'> {
  if (key === 'registrationNumber')
    return { link: { href: registryCheckUrl(business.registrationNumber), text: look('check') } }
  return key === 'email' ? { link: { href: `mailto:${business.email}`, text: business.email } } : {}
}

/** The details as lines of plain text, for the end of an e-mail. */
export function businessText(business: Business | null, look: (key: string) => string): string {
  const { lines, missing } = describeBusiness(business, look)
  return missing ?? lines.map(({ label, value }) => `${label}: ${value}`).join('\n')
}
