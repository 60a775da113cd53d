import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { PromptAction } from '#shared/visits.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useAskToSignIn } from '#app/session/use-error-toast.ts'
import { useSavedValue } from '#app/session/use-mutation.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { savePrompt, thankPrompt, type Prompt } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './prompt-actions.module.css'

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'))

/** Save, thank, share and report. Visitors are asked to sign in (P21) and return here. */
export function PromptActions({ prompt }: { prompt: Prompt }) {
  const { t, language } = useTranslation('prompts')
  const memberId = useMember()?.id ?? null
  const askToSignIn = useAskToSignIn()
  const [isReporting, setIsReporting] = useState(false)
  const save = useSaveButton(prompt)
  const thank = useThankButton(prompt)
  const ask = (work: () => void) => () => (memberId === null ? askToSignIn() : work())

  return (
    <div className={styles.actions}>
      <Button variant="default" aria-pressed={save.isSaved} onClick={ask(() => void save.toggle())}>
        {t(save.isSaved ? 'prompts.action.saved' : 'prompts.action.save')} · {save.count}
      </Button>
      {!prompt.is_own && (
        <Button
          variant="default"
          aria-pressed={thank.isThanked}
          disabled={thank.isThanked}
          onClick={ask(() => void thank.thank())}
        >
          {t(thank.isThanked ? 'prompts.action.thanked' : 'prompts.action.thank')} · {thank.count}
        </Button>
      )}
      {prompt.is_show && (
        <Button variant="subtle" onClick={() => void share(prompt.title, t('prompts.action.shared'))}>
          {t('prompts.action.share')}
        </Button>
      )}
      {!prompt.is_own && (
        <Button variant="subtle" onClick={ask(() => setIsReporting(true))}>
          {t('prompts.action.report')}
        </Button>
      )}
      {prompt.is_own && (
        <LinkButton to={`/${language}/prompt/modify/${prompt.id}`}>{t('prompts.action.edit')}</LinkButton>
      )}
      {isReporting && memberId !== null && (
        <Suspense>
          <ReportDialog promptId={prompt.id} onClose={() => setIsReporting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useRecord(): (detail: PromptAction) => Promise<void> {
  const supabase = useSupabase()
  const member = useMember()
  const { pathname } = useLocation()
  return async (detail) => {
    const { logAction } = await import('#app/session/statistics.ts')
    await logAction(await supabase(), { detail, url: pathname, uuid: member?.id ?? null })
  }
}

function useSaveButton(prompt: Prompt) {
  const record = useRecord()
  const [shown, change] = useSavedValue(
    { isSaved: prompt.is_saved, count: prompt.like_count },
    async ({ isSaved }, { supabase }) => {
      const saved = await savePrompt(await supabase(), prompt.id, isSaved)
      if (isSaved) await record('PROMPT_SAVE')
      return saved
    },
  )
  const toggle = () =>
    change(({ isSaved, count }) => ({ isSaved: !isSaved, count: Math.max(0, count + (isSaved ? -1 : 1)) }))
  return { ...shown, toggle }
}

export function useThankButton(prompt: Prompt) {
  const member = useMember()
  const record = useRecord()
  const first = { isThanked: prompt.is_thanked, count: prompt.action_count }
  const [shown, change] = useSavedValue(first, async (thanked, { supabase, uuid }) => {
    const isNew = await thankPrompt(await supabase(), prompt.id, uuid)
    if (!isNew) return { isThanked: true, count: first.count }
    await record('PROMPT_THANK')
    return thanked
  })
  return {
    ...shown,
    async thank() {
      if (member && !shown.isThanked) await change(({ count }) => ({ isThanked: true, count: count + 1 }))
    },
  }
}

/** The system's own sheet where there is one, else the address on the clipboard. */
async function share(title: string, copied: string): Promise<void> {
  const url = window.location.origin + window.location.pathname
  try {
    if (typeof navigator.share === 'function') await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      showToast({ message: copied })
    }
  } catch (error) {
    // Closing the sheet is no failure; a refused clipboard leaves the address to be shown.
    if (!(error instanceof DOMException && error.name === 'AbortError')) showToast({ message: url })
  }
}
