import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { findOwnPrompt, type OwnPrompt } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { draftOfContent, type PromptDraft } from './prompt-draft.ts'
import type { CategoryLabels } from './prompts-data.ts'
import { VersionChanges } from './version-changes.tsx'

/** Two tabs changed one prompt: what differs, and a choice of one side. The other one stays among the versions. */
export default function EditConflictDialog(props: {
  promptId: number
  draft: PromptDraft
  labels: CategoryLabels
  isBusy: boolean
  onMine: (theirs: OwnPrompt) => void
  onTheirs: (theirs: OwnPrompt) => void
  onClose: () => void
}) {
  const { t } = useTranslation('authoring', 'library', 'prompts', 'errors')
  const memberId = useMember()?.id ?? ''
  const getSupabase = useSupabase()
  const [theirs, setTheirs] = useState<OwnPrompt | null>(null)
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const load = useEffectEvent(async () => {
    const found = await findOwnPrompt(await getSupabase(), memberId, props.promptId)
    if (!found) throw new AppError('prompt_not_found')
    return found
  })
  useEffect(() => {
    load().then(setTheirs, (error: unknown) => setProblem(toAppError(error).code))
  }, [])
  return (
    <Dialog
      isOpen
      isWide
      title={t('authoring.conflict.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button
            variant="default"
            disabled={!theirs || props.isBusy}
            onClick={() => theirs && props.onTheirs(theirs)}
          >
            {t('authoring.conflict.takeTheirs')}
          </Button>
          <Button
            variant="filled"
            disabled={!theirs}
            loading={props.isBusy}
            onClick={() => theirs && props.onMine(theirs)}
          >
            {t('authoring.conflict.saveMine')}
          </Button>
        </>
      }
    >
      <p>{t('authoring.conflict.text')}</p>
      {problem && <p role="alert">{t(`errors.${problem}`)}</p>}
      {theirs && (
        <VersionChanges
          from={draftOfContent(theirs.content)}
          to={props.draft}
          labels={props.labels}
          note={t('authoring.conflict.changes')}
        />
      )}
    </Dialog>
  )
}
