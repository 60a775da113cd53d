import { readPicture, readPictureAddress, withPictureAbove } from '#shared/pictures.ts'
import { SharedPage } from '#app/features/tools/texts/shared-page.tsx'
import { findSharedText } from '#app/features/tools/tool-data.ts'
import { shareIdPattern } from '#shared/tools.ts'
import { parseOnce } from '#app/ui/editor/parsed-markdown.server.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requirePage } from '#app/session/require.ts'
import { createRequestSupabase } from '#app/session/session.server.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Route } from './+types/write'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requirePage(shareIdPattern.test(params.id))
  const supabase =
    context.get(requestSession).supabase ??
    createRequestSupabase(request, context.get(requestConfig), new Headers())
  const text = await findSharedText(supabase, params.id)
  requirePage(text !== null)
  const { content, ...rest } = text
  return { id: params.id, text: rest, nodes: parseOnce(withPictureAbove(rest.thumbnail, content)) }
}

export default function SharedTextRoute({ loaderData }: Route.ComponentProps) {
  const { t, language } = useTranslation('sharing')
  const { id, ...shared } = loaderData
  return (
    <>
      {/* The owner of a link chooses its readers, so search engines do not list it. */}
      <PageHead
        title={shared.text.title || t('sharing.untitled')}
        description={t('sharing.label')}
        path={`/${language}/public/write/${id}`}
        isUnlisted
        kind="article"
        picture={pictureAbove(shared.text.thumbnail) ?? `/og-image/text/${id}`}
      />
      <SharedPage {...shared} />
    </>
  )
}

/** The text's own image, if it has one with a size. */
function pictureAbove(thumbnail: string | null) {
  const picture = readPicture(thumbnail)
  const { src, width, height } = (picture && readPictureAddress(picture.src)) ?? {}
  return src && width && height ? { src, width, height } : null
}
