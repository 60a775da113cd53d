import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useVersions } from '#app/ui/use-versions.ts'
import { VersionFacts, VersionList } from '#app/ui/version-list.tsx'
import { getVersion, listVersions, type VersionLine } from './text-data.ts'
import { useShownText } from './writing-context.ts'
import { TextPreview } from './text-preview.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './versions-dialog.module.css'

type VersionsDialogProps = {
  /** Puts the version back. @returns whether it worked */
  onRestore: (versionId: number) => Promise<boolean>
  onClose: () => void
}

/** Earlier states of the text: when, how long and what for; read one, put it back. */
export default function VersionsDialog({ onRestore, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('versions')
  const { shown: document } = useShownText()
  const getSupabase = useSupabase()
  const versions = useVersions(
    async () => listVersions(await getSupabase(), document.id ?? 0),
    async ({ id }) => getVersion(await getSupabase(), id),
  )
  const [isRestoring, setIsRestoring] = useState(false)
  const { chosen } = versions
  const restore = async () => {
    if (!chosen) return
    setIsRestoring(true)
    const isDone = await onRestore(chosen.line.id)
    setIsRestoring(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      isWide
      title={t('versions.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        chosen && (
          <>
            <Button variant="default" onClick={versions.back}>
              {t('versions.back')}
            </Button>
            <Button variant="filled" loading={isRestoring} disabled={!chosen.content} onClick={restore}>
              {t('versions.restore')}
            </Button>
          </>
        )
      }
    >
      {versions.problem && <p role="alert">{t(`errors.${versions.problem.code}`)}</p>}
      {chosen ? (
        <>
          <p>
            <VersionFacts>
              <Facts line={chosen.line} />
            </VersionFacts>
          </p>
          {chosen.content ? (
            <TextPreview text={chosen.content} language={document.language} label={t('versions.preview')} />
          ) : (
            <p className={styles.waiting}>{t('site.loading')}</p>
          )}
          <p className={styles.note}>{t('versions.restoreNote')}</p>
        </>
      ) : (
        <>
          <p>{t('versions.lead')}</p>
          <VersionList
            lines={versions.lines}
            words={{ loading: t('site.loading'), empty: t('versions.empty') }}
            nameOf={(line) => line.title || t('versions.untitled')}
            factsOf={(line) => <Facts line={line} />}
            onChoose={versions.choose}
          />
        </>
      )}
    </Dialog>
  )
}

function Facts({ line }: { line: VersionLine }) {
  const { t, language } = useTranslation('versions')
  return (
    <>
      <RelativeTime iso={line.created_at} language={language} />
      <span>{t('versions.characters', { count: line.characters })}</span>
      <span>{t(`versions.madeBy.${line.made_by}`)}</span>
    </>
  )
}
