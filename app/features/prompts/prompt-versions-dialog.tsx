import { useSupabase } from '#app/session/use-api.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { VersionsDialog } from '#app/ui/versions-dialog.tsx'
import { getPromptVersion, listPromptVersions, type PromptContent } from './author-data.ts'
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
  const { t, language } = useTranslation('authoring', 'library', 'prompts', 'errors')
  const getSupabase = useSupabase()
  const isSame = (content: PromptContent) => isSameDraft(draftOfContent(content), props.draft)
  return (
    <VersionsDialog
      words={{
        title: t('authoring.versions.title'),
        lead: t('authoring.versions.lead'),
        empty: t('authoring.versions.empty'),
        loading: t('site.loading'),
        back: t('authoring.versions.back'),
        restore: t('authoring.versions.restore'),
        close: t('site.close'),
      }}
      list={async () => listPromptVersions(await getSupabase(), props.promptId)}
      read={async ({ id }) => getPromptVersion(await getSupabase(), id)}
      problemOf={({ code }) => t(`errors.${code}`)}
      nameOf={(line) => line.title}
      factsOf={(line) => (
        <>
          <span>{t('authoring.versions.number', { number: line.number })}</span>
          <span>{t(`authoring.versions.status.${line.status}`)}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </>
      )}
      contentOf={(line, content) => (
        <>
          {line.reason && <p className={styles.reason}>{line.reason}</p>}
          {isSame(content) ? (
            <p className="u-note u-mt3">{t('authoring.versions.same')}</p>
          ) : (
            <VersionChanges
              from={props.draft}
              to={draftOfContent(content)}
              labels={props.labels}
              note={t('authoring.versions.changes')}
            />
          )}
        </>
      )}
      canRestore={(content) => !isSame(content)}
      onRestore={(_line, content) => {
        props.onRestore(content)
        return true
      }}
      onClose={props.onClose}
    />
  )
}
