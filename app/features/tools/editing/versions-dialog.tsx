import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { VersionsDialog } from '#app/ui/versions-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { WrittenText } from '../writing/text.ts'
import { useShownText } from '../writing/writing-context.ts'
import { TextPreview } from '../writing/text-preview.tsx'

type TextVersionsProps = {
  /** Puts the version back. @returns whether it worked */
  onRestore: (versionId: number) => Promise<boolean>
  onClose: () => void
}

/** Earlier states of the text: when, how long and what for; read one, put it back. */
export default function TextVersionsDialog({ onRestore, onClose }: TextVersionsProps) {
  const { t, language } = useTranslation('versions', 'errors')
  const { shown } = useShownText()
  const getSupabase = useSupabase()
  return (
    <VersionsDialog
      words={{
        title: t('versions.title'),
        lead: t('versions.lead'),
        empty: t('versions.empty'),
        loading: t('site.loading'),
        back: t('versions.back'),
        restore: t('versions.restore'),
        close: t('site.close'),
      }}
      list={async () => listVersions(await getSupabase(), shown.id ?? 0)}
      read={async ({ id }) => getVersion(await getSupabase(), id)}
      problemOf={({ code }) => t(`errors.${code}`)}
      nameOf={(line) => line.title || t('versions.untitled')}
      factsOf={(line) => (
        <>
          <RelativeTime iso={line.created_at} language={language} />
          <span>{t('versions.characters', { count: line.characters })}</span>
          <span>{t(`versions.madeBy.${line.made_by}`)}</span>
        </>
      )}
      contentOf={(_line, text) => (
        <>
          <TextPreview text={text} language={shown.language} label={t('versions.preview')} />
          <p className="u-quiet u-mt3">{t('versions.restoreNote')}</p>
        </>
      )}
      onRestore={({ id }) => onRestore(id)}
      onClose={onClose}
    />
  )
}

type VersionLine = {
  id: number
  number: number
  title: string | null
  characters: number
  /** The reason of the version: a member's edit, or a run that was about to overwrite it. */
  made_by: 'person' | 'run'
  created_at: string
}

/** Newest first; the database stores 50 at most. @throws AppError */
async function listVersions(supabase: Supabase, id: number): Promise<VersionLine[]> {
  const { data, error } = await supabase
    .from('tool_use_version')
    .select('id, number, title, characters, made_by, created_at')
    .eq('tool_use_id', id)
    .order('number', { ascending: false })
  if (error) throw asAppError(error)
  return data as VersionLine[]
}

/** @throws AppError `not_found` when it was thinned out since */
async function getVersion(supabase: Supabase, versionId: number): Promise<WrittenText> {
  const { data, error } = await supabase
    .from('tool_use_version')
    .select('title, content, tags')
    .eq('id', versionId)
    .single()
  if (error) throw asAppError(error)
  return { ...data, title: data.title ?? '' }
}
