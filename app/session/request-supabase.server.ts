import type { RouterContextProvider } from 'react-router'
import { requestConfig } from './request-config.ts'
import { createRequestSupabase } from './session.server.ts'
import { requestSession } from './session.ts'
import type { Supabase } from './supabase.ts'

/** The backend with the rights of the request: a member's or a visitor's. */
export function requestSupabase(context: Readonly<RouterContextProvider>, request: Request): Supabase {
  return (
    context.get(requestSession).supabase ??
    createRequestSupabase(request, context.get(requestConfig), new Headers())
  )
}
