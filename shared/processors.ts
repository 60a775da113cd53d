/** Companies that process personal data for the site. The configuration decides which ones. */
export type ProcessorName =
  | 'openai'
  | 'google'
  | 'anthropic'
  | 'compatible'
  | 'naver'
  | 'toss'
  | 'mail'
  | 'hosting'

/** Processors abroad, with the URL of their policy. All of them are in the United States. */
export const processorsAbroad: Partial<Record<ProcessorName, string>> = {
  openai: 'https://openai.com/policies/privacy-policy',
  google: 'https://policies.google.com/privacy',
  anthropic: 'https://www.anthropic.com/legal/privacy',
}
