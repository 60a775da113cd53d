import { useMemo } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { useTranslation } from '#app/session/words.tsx'
import { describeFacts, type PromptDraft } from './prompt-draft.ts'
import type { CategoryLabels } from './prompts-data.ts'
import { compareTexts } from '#app/ui/text-changes.ts'
import styles from './prompt-versions-dialog.module.css'

/** The changes from one version of a prompt to another, field by field; unchanged fields are left out. */
export function VersionChanges(props: {
  from: PromptDraft
  to: PromptDraft
  labels: CategoryLabels
  /** How to read the marks. */
  note: string
}) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const { from, to, labels, note } = props
  const facts = (draft: PromptDraft) =>
    describeFacts(draft, labels, t(`prompts.language.${draft.language as 'ko'}`))
  const fields = [
    { name: t('authoring.field.title'), before: from.title, after: to.title },
    { name: t('authoring.field.description'), before: from.description, after: to.description },
    { name: t('authoring.versions.facts'), before: facts(from), after: facts(to) },
    { name: t('authoring.field.prompt'), before: from.prompt, after: to.prompt },
    { name: t('authoring.field.sample'), before: from.sample_result, after: to.sample_result },
  ]
  return (
    <>
      <p className="u-note u-mt3">{note}</p>
      {fields
        .filter(({ before, after }) => before !== after)
        .map((field) => (
          <section key={field.name} className={styles.field}>
            <h3>{field.name}</h3>
            <Changes before={field.before} after={field.after} />
          </section>
        ))}
    </>
  )
}

function Changes({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const changes = useMemo(() => compareTexts(before, after), [before, after])
  return (
    <p className={`u-changes ${styles.changes}`} dir="auto">
      {changes.map(({ kind, text }, index) =>
        kind === 'added' ? (
          // The list never changes while it is shown.
          // oxlint-disable-next-line react/no-array-index-key
          <ins key={index} title={t('authoring.versions.added')}>
            {text}
          </ins>
        ) : kind === 'removed' ? (
          // oxlint-disable-next-line react/no-array-index-key
          <del key={index} title={t('authoring.versions.removed')}>
            {text}
          </del>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <Same key={index} text={text} />
        ),
      )}
    </p>
  )
}

const edgeLength = 120

/** A long unchanged stretch shows only its length. */
function Same({ text }: { text: string }) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  if (text.length <= 3 * edgeLength) return text
  const hidden = text.slice(edgeLength, -edgeLength)
  return (
    <>
      {text.slice(0, edgeLength)}
      <span className="u-caption">
        … {t('authoring.versions.unchanged', { count: countCharacters(hidden) })} …
      </span>
      {text.slice(-edgeLength)}
    </>
  )
}
