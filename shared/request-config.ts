import type { SearchKind } from './research.ts'
import type { PromptModelName } from './prompts.ts'
import type { ProcessorName } from './processors.ts'
import type { Business } from './business.ts'
import type { MailMode } from './invites.ts'
import type { CardMode } from './payments.ts'
import type { ModelName } from './usage.ts'

/** What the server tells the pages for one request. Set by server/web.ts, read by app/session. */
export type RequestConfig = {
  /** Where the server itself reaches the backend, for example `http://127.0.0.1:3000`. */
  supabaseUrl: string
  /** Where the browser reaches it; empty means the page's own origin. */
  supabasePublicUrl: string
  supabasePublishableKey: string
  /** Base path of the product's own calls: `/v1`, or below the configured one (O19). */
  apiBase: string
  /** Public origin without a trailing slash; canonical links and sitemaps use nothing else. */
  siteOrigin: string
  clientAddress: string
  /** Lets the backend count rate limits per visitor when calls come from this server; null with a hosted backend. */
  proxySecret: string | null
  nonce: string
  /** Counts one page of a member, whatever the address: the seconds to wait when there were too many, else null. */
  countPage: (memberId: string) => Promise<number | null>
  /** Writes the tools' texts; its weight decides the price on the buttons. */
  toolModel: ModelName
  /** What answers the prompts of each model: the model itself, or what stands in for it here. */
  promptModels: Record<PromptModelName, ModelName>
  isDemoModel: boolean
  /** How texts with sources look for them, which decides their price. */
  search: SearchKind
  isDevelopmentSignIn: boolean
  cardMode: CardMode
  mailMode: MailMode
  /** Who runs the site; null where it is not configured. */
  business: Business | null
  /** Companies that personal data goes to, for the privacy policy. */
  processors: ProcessorName[]
  /** The largest video that goes into a text (B01). */
  videoMaxBytes: number
  /** How long a deleted account cannot sign up again. */
  deletedAccountDays: number
  redirectRules: RedirectRule[]
}

/** Rules come from the operator's configuration, never from query or user data. */
export type RedirectRule = { from: string; to: string }
