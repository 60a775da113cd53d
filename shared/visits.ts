/** Counted page views (O06): one `VIEW_UNIQUE` a day for each browser, everything else `VIEW_PAGE`. */
const visitedSeconds = 24 * 60 * 60
export const visitedCookie = {
  name: 'visited',
  seconds: visitedSeconds,
  text: `visited=1; Max-Age=${visitedSeconds}; Path=/; SameSite=Lax`,
} as const

export const pageView = (isKnown: boolean): 'VIEW_PAGE' | 'VIEW_UNIQUE' =>
  isKnown ? 'VIEW_PAGE' : 'VIEW_UNIQUE'

/** Recorded actions in the prompt library (P29), as the detail of an action. */
export type PromptAction =
  | 'PROMPT_VIEW'
  | 'PROMPT_CREATE'
  | 'PROMPT_UPDATE'
  | 'PROMPT_USE'
  | 'PROMPT_THANK'
  | 'PROMPT_SAVE'

/** Recorded actions of paying (O07). */
export type PaymentAction = 'PAYMENT_ORDER' | 'PAYMENT_DONE' | 'PAYMENT_FAIL' | 'PLAN_CANCEL' | 'PLAN_RESUME'
