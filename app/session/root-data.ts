import { useRouteLoaderData } from 'react-router'
import type { BusinessNotice } from '#shared/business.ts'
import type { SearchKind } from '#shared/research.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { ModelName } from '#shared/usage.ts'
import type { Language } from '#shared/language.ts'
import type { MemberRecord, MemberUsage } from './session.ts'
import type { SupabaseConfig } from './supabase.ts'

/**
 * The root's data for every page: the current user and the URLs of the product's services. It ends up in the document.
 */
export type RootData = {
  /** The path's language, or the chosen one on a page without prefix. */
  language: Language
  /** Signed in and registered; null for all others. */
  member: MemberRecord | null
  usage: MemberUsage | null
  /** The member has not agreed to the texts of today yet. */
  needsConsent: boolean
  /** Signed in at a provider, registration not finished. */
  isNewcomer: boolean
  backend: SupabaseConfig
  apiBase: string
  siteOrigin: string
  toolModel: ModelName
  promptModels: Record<PromptModelName, ModelName>
  isDemoModel: boolean
  search: SearchKind
  videoMaxBytes: number
  isDevelopmentSignIn: boolean
  /** In the page's language already, so that the browser needs no messages for it. */
  business: BusinessNotice
}

/** The root's facts, or null on an error page that was reached before the root could load. */
export function useRootData(): RootData | null {
  return (useRouteLoaderData('root') as RootData | undefined) ?? null
}

/** The signed-in member, or null: for visitors and for those who have not finished signing up. */
export function useMember(): MemberRecord | null {
  return useRootData()?.member ?? null
}
