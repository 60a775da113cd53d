import { useCallback, useMemo } from 'react'
import { createApi, type Api } from './api.ts'
import { useRootData } from './root-data.ts'
import { getSupabase, type Supabase } from './supabase.ts'
import { useTranslation } from './words.tsx'

/** The caller of /v1 for this page: with the member's token, in the page's language. Browser only. */
export function useApi(): Api {
  const facts = useRootData()
  const { language } = useTranslation()
  return useMemo(
    () =>
      createApi({
        base: facts?.apiBase ?? '/v1',
        language,
        getAccessToken: async () => {
          if (!facts || (!facts.member && !facts.isNewcomer)) return null
          const { data } = await (await getSupabase(facts.backend)).auth.getSession()
          return data.session?.access_token ?? null
        },
      }),
    [facts, language],
  )
}

/**
 * Returns the browser's backend client on demand, so that a page loads supabase-js only when the user acts. The function
 * stays the same while the page is open.
 */
export function useSupabase(): () => Promise<Supabase> {
  const { url = '', key = '' } = useRootData()?.backend ?? {}
  return useCallback(() => getSupabase({ url, key }), [url, key])
}
