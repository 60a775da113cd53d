import { readPicture, withPictureAbove } from '#shared/pictures.ts'
import { SharedPage } from '#app/features/tools/shared-page.tsx'
import { findSharedText, shareIdPattern } from '#app/features/tools/tool-data.ts'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { readPictureAddress } from '#app/ui/editor/picture-address.ts'
import { useFacts } from '#app/session/facts.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requirePage } from '#app/session/require.ts'
import { createRequestSupabase } from '#app/session/session.server.ts'
import { serverFacts } from '#app/session/server-facts.ts'
import { requestSession } from '#app/session/session.ts'
import { useWords } from '#app/session/words.tsx'
import type { Route } from './+types/write'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requirePage(shareIdPattern.test(params.id))
  const supabase =
    context.get(requestSession).supabase ??
    createRequestSupabase(request, context.get(serverFacts), new Headers())
  const text = await findSharedText(supabase, params.id)
  requirePage(text !== null)
  const { content, ...rest } = text
  return { text: rest, nodes: parseMarkdown(withPictureAbove(rest.thumbnail, content)) }
}

/** What messengers show beside the link. */
function PictureHead({ thumbnail, title }: { thumbnail: string | null; title: string | null }) {
  const origin = useFacts()?.siteOrigin ?? ''
  const picture = readPicture(thumbnail)
  const address = picture && readPictureAddress(picture.src)
  if (!address) return null
  return (
    <>
      <meta property="og:type" content="article" />
      {title && <meta property="og:title" content={title} />}
      <meta property="og:image" content={origin + address.src} />
      <meta property="og:image:alt" content={picture.alt} />
      {address.width && <meta property="og:image:width" content={String(address.width)} />}
      {address.height && <meta property="og:image:height" content={String(address.height)} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

export default function SharedTextRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <>
      {/* Who shares a link decides who reads it: search engines do not. */}
      <PageHead title={loaderData.text.title || t('tools.shared.untitled')} />
      <PictureHead thumbnail={loaderData.text.thumbnail} title={loaderData.text.title} />
      <SharedPage {...loaderData} />
    </>
  )
}
