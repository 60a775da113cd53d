import type { SearchKind } from './research.ts'
import type { PromptModelName } from './prompts.ts'
import type { ProcessorName } from './processors.ts'
import type { Business } from './business.ts'
import type { MailMode } from './invites.ts'
import type { CardMode } from './payments.ts'
import type { ModelName } from './usage.ts'

/** The server's configuration for one page request. server/web.ts sets it, app/session reads it. */
export type RequestConfig = {
  /** The backend's URL for the server itself, for example `http://127.0.0.1:3000`. */
  supabaseUrl: string
  /** The backend's URL for the browser; empty means the page's own origin. */
  supabasePublicUrl: string
  supabasePublishableKey: string
  /** Base path of the product's own calls: `/v1`, or below the configured one (O19). */
  apiBase: string
  /** Public origin without a trailing slash; canonical links and sitemaps use only this. */
  siteOrigin: string
  clientAddress: string
  /** Lets the backend count rate limits per visitor when calls come from this server; null with a hosted backend. */
  proxySecret: string | null
  nonce: string
  /** Takes a rendered page past the router, which would convert it to a stream and back. */
  setPage: (body: Uint8Array) => void
  partFiles: PartFiles
  /** Counts one rendered page of a member, at any address: the seconds to wait above the limit, else null. */
  countPage: (memberId: string) => Promise<number | null>
  /** Writes the tools' texts; its weight decides the price on the buttons. */
  toolModel: ModelName
  /** The model that answers the prompts of each model: itself, or its replacement here. */
  promptModels: Record<PromptModelName, ModelName>
  isDemoModel: boolean
  /** The web search for texts with sources, which decides their price. */
  search: SearchKind
  isDevelopmentSignIn: boolean
  cardMode: CardMode
  mailMode: MailMode
  /** The business that runs the site; null when it is not configured. */
  business: Business | null
  /** Companies that receive personal data, for the privacy policy. */
  processors: ProcessorName[]
  /** The largest video in a text (B01). */
  videoMaxBytes: number
  /** The days in which a deleted account cannot sign up again. */
  deletedAccountDays: number
  redirectRules: RedirectRule[]
}

/**
 * The scripts of each part of a page with a chunk of its own, in one language: first the part's own, then what it
 * imports. Empty under development, where the modules themselves are loaded.
 */
export type PartFiles = Record<string, string[]>

/** Rules come from the operator's configuration, never from query or user data. */
export type RedirectRule = { from: string; to: string }
