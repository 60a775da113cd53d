import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { getVersion, listVersions, type VersionLine } from './text-data.ts'
import { TextPreview } from './text-preview.tsx'
import type { OpenDocument } from './use-document.ts'
import { useVersionsWords } from './versions-words.ts'
import styles from './versions-dialog.module.css'
import type { WrittenText } from './writing-pane.tsx'

type VersionsDialogProps = {
  document: OpenDocument
  /** Puts the version back. @returns whether it worked */
  onRestore: (versionId: number) => Promise<boolean>
  onClose: () => void
}

/** Earlier states of the text: when, how long and what for; read one, put it back. */
export default function VersionsDialog({ document, onRestore, onClose }: VersionsDialogProps) {
  const { t } = useVersionsWords()
  const versions = useVersions(document.id ?? 0)
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
            <Button variant="filled" loading={isRestoring} disabled={!chosen.text} onClick={restore}>
              {t('versions.restore')}
            </Button>
          </>
        )
      }
    >
      {versions.problem && <p role="alert">{t(`errors.${versions.problem.code}`)}</p>}
      {chosen ? (
        <>
          <p className={styles.facts}>
            <VersionFacts line={chosen.line} />
          </p>
          {chosen.text ? (
            <TextPreview text={chosen.text} language={document.language} label={t('versions.preview')} />
          ) : (
            <p className={styles.waiting}>{t('site.loading')}</p>
          )}
          <p className={styles.note}>{t('versions.restoreNote')}</p>
        </>
      ) : (
        <>
          <p>{t('versions.lead')}</p>
          <VersionList lines={versions.lines} onChoose={versions.choose} />
        </>
      )}
    </Dialog>
  )
}

function VersionList(props: { lines: VersionLine[] | null; onChoose: (line: VersionLine) => void }) {
  const { t } = useVersionsWords()
  if (props.lines === null) return <p className={styles.waiting}>{t('site.loading')}</p>
  if (props.lines.length === 0) return <p className={styles.waiting}>{t('versions.empty')}</p>
  return (
    <ul className={styles.list}>
      {props.lines.map((line) => (
        <li key={line.id}>
          <button type="button" className={styles.line} onClick={() => props.onChoose(line)}>
            <span className={styles.name}>{line.title || t('versions.untitled')}</span>
            <span className={styles.facts}>
              <VersionFacts line={line} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function VersionFacts({ line }: { line: VersionLine }) {
  const { t, language } = useVersionsWords()
  return (
    <>
      <RelativeTime iso={line.created_at} language={language} />
      <span>{t('versions.characters', { count: line.characters })}</span>
      <span>{t(`versions.madeBy.${line.made_by}`)}</span>
    </>
  )
}

function useVersions(id: number) {
  const getSupabase = useSupabase()
  const [lines, setLines] = useState<VersionLine[] | null>(null)
  const [chosen, setChosen] = useState<{ line: VersionLine; text: WrittenText | null } | null>(null)
  const [problem, setProblem] = useState<AppError | null>(null)
  const fail = (error: unknown) =>
    setProblem(error instanceof AppError ? error : new AppError('try_again', { cause: error }))
  const load = useEffectEvent(async () => listVersions(await getSupabase(), id))
  useEffect(() => {
    load().then(setLines, fail)
  }, [])
  return {
    lines,
    chosen,
    problem,
    back: () => setChosen(null),
    async choose(line: VersionLine) {
      setProblem(null)
      setChosen({ line, text: null })
      try {
        const text = await getVersion(await getSupabase(), line.id)
        setChosen((now) => (now?.line === line ? { line, text } : now))
      } catch (error) {
        fail(error)
        setChosen(null)
      }
    },
  }
}
