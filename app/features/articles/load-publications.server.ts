// The loaders of the four pages: of notices and of articles, the list and one of it.
import type { RouterContextProvider } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { requestSupabase } from '#app/session/request-supabase.server.ts'
import { requirePage } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import { parsePublication } from './parse-publication.ts'
import { findPublication, listPublications, readType } from './publications-data.ts'

type Asked = { context: Readonly<RouterContextProvider>; request: Request; url: URL }
const idPattern = /^[1-9]\d{0,14}$/

/** @throws 404 for a type or a place that does not exist */
export async function loadPublicationList(kind: PublicationKind, { context, request, url }: Asked) {
  const type = readType(kind, url.searchParams.get('type'))
  const before = url.searchParams.get('before')
  requirePage(type !== undefined && (before === null || idPattern.test(before)))
  const { language } = context.get(requestSession)
  const place = before === null ? null : Number(before)
  const page = await listPublications(requestSupabase(context, request), language, {
    kind,
    type,
    before: place,
  })
  return { kind, type, page, isFirstPage: place === null }
}

/** @throws 404 for a publication that does not exist or is not published yet */
export async function loadPublication(
  kind: PublicationKind,
  id: string,
  { context, request }: Omit<Asked, 'url'>,
) {
  requirePage(idPattern.test(id))
  const { language } = context.get(requestSession)
  const found = await findPublication(requestSupabase(context, request), language, kind, Number(id))
  requirePage(found !== null)
  const { content, ...publication } = found
  const { siteOrigin } = context.get(requestConfig)
  return { kind, publication, nodes: parsePublication(content, siteOrigin) }
}
