import { useSupabase } from '#app/session/use-api.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { VersionsDialog } from '#app/ui/versions-dialog.tsx'
import { getVersion, listVersions } from '../writing/text-data.ts'
import { useTranslation } from '#app/session/words.tsx'
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
