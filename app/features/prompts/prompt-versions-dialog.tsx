import { Button } from '@mantine/core'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useVersions } from '#app/ui/use-versions.ts'
import { VersionFacts, VersionList } from '#app/ui/version-list.tsx'
import {
  getPromptVersion,
  listPromptVersions,
  type PromptContent,
  type PromptVersionLine,
} from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { draftOfContent, isSameDraft, type PromptDraft } from './prompt-draft.ts'
import type { CategoryLabels } from './prompts-data.ts'
import { VersionChanges } from './version-changes.tsx'
import styles from './prompt-versions-dialog.module.css'

/** All stored versions: time, result and changes of each, and a button that restores it into the form. */
export default function PromptVersionsDialog(props: {
  promptId: number
  draft: PromptDraft
  labels: CategoryLabels
  onRestore: (content: PromptContent) => void
  onClose: () => void
}) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const getSupabase = useSupabase()
  const versions = useVersions(
    async () => listPromptVersions(await getSupabase(), props.promptId),
    async ({ id }) => getPromptVersion(await getSupabase(), id),
  )
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
      {versions.problem && <p role="alert">{t(`errors.${versions.problem.code}`)}</p>}
      {!chosen ? (
        <>
          <p>{t('authoring.versions.lead')}</p>
          <VersionList
            lines={versions.lines}
            words={{ loading: t('site.loading'), empty: t('authoring.versions.empty') }}
            nameOf={(line) => line.title}
            factsOf={(line) => <Facts line={line} />}
            onChoose={versions.choose}
          />
        </>
      ) : (
        <>
          <p>
            <VersionFacts>
              <Facts line={chosen.line} />
            </VersionFacts>
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

function Facts({ line }: { line: PromptVersionLine }) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  return (
    <>
      <span>{t('authoring.versions.number', { number: line.number })}</span>
      <span>{t(`authoring.versions.status.${line.status}`)}</span>
      <RelativeTime iso={line.created_at} language={language} />
    </>
  )
}
