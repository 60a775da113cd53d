/** Companies that handle personal data for the site. Which of them do depends on the configuration. */
export type ProcessorName =
  | 'openai'
  | 'google'
  | 'anthropic'
  | 'compatible'
  | 'naver'
  | 'toss'
  | 'mail'
  | 'hosting'

/** Those abroad, with where their policy stands. All of them are in the United States. */
export const processorsAbroad: Partial<Record<ProcessorName, string>> = {
  openai: 'https://openai.com/policies/privacy-policy',
  google: 'https://policies.google.com/privacy',
  anthropic: 'https://www.anthropic.com/legal/privacy',
}
