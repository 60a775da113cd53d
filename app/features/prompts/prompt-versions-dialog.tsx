import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import {
  getPromptVersion,
  listPromptVersions,
  type PromptContent,
  type PromptVersionLine,
} from './author-data.ts'
import { useAuthoringWords } from './authoring-words.ts'
import { draftOfContent, isSameDraft, type PromptDraft } from './prompt-draft.ts'
import type { CategoryLabels } from './prompts-data.ts'
import { VersionChanges } from './version-changes.tsx'
import styles from './prompt-versions-dialog.module.css'

/** Every state that was kept: when, what became of it, what it would change, and a way to bring it back into the form. */
export default function PromptVersionsDialog(props: {
  promptId: number
  draft: PromptDraft
  labels: CategoryLabels
  onRestore: (content: PromptContent) => void
  onClose: () => void
}) {
  const { t } = useAuthoringWords()
  const versions = useVersions(props.promptId)
  const { chosen } = versions
  const isSame = chosen?.content != null && isSameDraft(draftOfContent(chosen.content), props.draft)
  return (
    <Dialog
      isOpen
      isWide
      title={t('authoring.versions.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        chosen && (
          <>
            <Button variant="default" onClick={versions.back}>
              {t('authoring.versions.back')}
            </Button>
            <Button
              variant="filled"
              disabled={!chosen.content || isSame}
              onClick={() => {
                if (chosen.content) props.onRestore(chosen.content)
                props.onClose()
              }}
            >
              {t('authoring.versions.restore')}
            </Button>
          </>
        )
      }
    >
      {versions.problem && <p role="alert">{t(`errors.${versions.problem}`)}</p>}
      {!chosen ? (
        <>
          <p>{t('authoring.versions.lead')}</p>
          <VersionList lines={versions.lines} onChoose={versions.choose} />
        </>
      ) : (
        <>
          <p className={styles.facts}>
            <VersionFacts line={chosen.line} />
          </p>
          {chosen.line.reason && <p className={styles.reason}>{chosen.line.reason}</p>}
          {!chosen.content ? (
            <p className={styles.waiting}>{t('site.loading')}</p>
          ) : isSame ? (
            <p className={styles.waiting}>{t('authoring.versions.same')}</p>
          ) : (
            <VersionChanges
              from={props.draft}
              to={draftOfContent(chosen.content)}
              labels={props.labels}
              note={t('authoring.versions.changes')}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

function VersionList(props: {
  lines: PromptVersionLine[] | null
  onChoose: (line: PromptVersionLine) => void
}) {
  const { t } = useAuthoringWords()
  if (props.lines === null) return <p className={styles.waiting}>{t('site.loading')}</p>
  if (props.lines.length === 0) return <p className={styles.waiting}>{t('authoring.versions.empty')}</p>
  return (
    <ul className={styles.list}>
      {props.lines.map((line) => (
        <li key={line.id}>
          <button type="button" className={styles.line} onClick={() => props.onChoose(line)}>
            <span className={styles.name}>{line.title}</span>
            <span className={styles.facts}>
              <VersionFacts line={line} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function VersionFacts({ line }: { line: PromptVersionLine }) {
  const { t, language } = useAuthoringWords()
  return (
    <>
      <span>{t('authoring.versions.number', { number: line.number })}</span>
      <span>{t(`authoring.versions.status.${line.status}`)}</span>
      <RelativeTime iso={line.created_at} language={language} />
    </>
  )
}

function useVersions(promptId: number) {
  const getSupabase = useSupabase()
  const [lines, setLines] = useState<PromptVersionLine[] | null>(null)
  const [chosen, setChosen] = useState<{ line: PromptVersionLine; content: PromptContent | null } | null>(
    null,
  )
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const fail = (error: unknown) => setProblem(error instanceof AppError ? error.code : 'try_again')
  const load = useEffectEvent(async () => listPromptVersions(await getSupabase(), promptId))
  useEffect(() => {
    load().then(setLines, fail)
  }, [])
  return {
    lines,
    chosen,
    problem,
    back: () => setChosen(null),
    async choose(line: PromptVersionLine) {
      setProblem(null)
      setChosen({ line, content: null })
      try {
        const content = await getPromptVersion(await getSupabase(), line.id)
        setChosen((now) => (now?.line === line ? { line, content } : now))
      } catch (error) {
        fail(error)
        setChosen(null)
      }
    },
  }
}
