import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { openAssumptions } from '#shared/assumptions.ts'
import { findBlanks } from '#shared/blanks.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'
import { HandOverContext, useShownText, type HandOverActions } from '../writing/writing-context.ts'
import { copyText } from './copy-text.ts'

const OpenBlanksDialog = lazyWithRetry(() => import('./open-blanks-dialog.tsx'))
/** Texts are copied without a connection too. */
const loadQuestion = () =>
  void whenOnline(() => import('./open-blanks-dialog.tsx'), false).then(
    () => undefined,
    (error: unknown) => console.warn('The question about what is open is not loaded.', error),
  )

/**
 * The one way by which words of a text leave the page: copies, files, mails and links. It asks while blanks are open,
 * because readers would see their brackets, and while it tells what its sender has not confirmed. Without any, the work
 * is done at once, within the press, as clipboards require. The dialog gives the focus back to the pressed button.
 */
export function HandOver({ children }: { children: ReactNode }) {
  const { t } = useTranslation('writing')
  const { assumed } = useShownText().shown
  const [asked, setAsked] = useState<{ leaving: string; work: () => void } | null>(null)
  useEffect(loadQuestion, [])
  const handOver = (leaving: string, work: () => void) =>
    findBlanks(leaving).length + openAssumptions(assumed, leaving).length > 0
      ? setAsked({ leaving, work })
      : work()
  const copyNow = async (text: { plain: string; html?: string }) =>
    showToast({ message: t((await copyText(text)) ? 'writing.save.copied' : 'writing.save.copyFailed') })
  const stable = useStableCallbacks<HandOverActions>({
    handOver,
    copy: (text, leaving = text.plain) => handOver(leaving, () => void copyNow(text)),
  })
  const close = () => setAsked(null)
  return (
    <HandOverContext value={stable}>
      {children}
      {asked && (
        <Suspense>
          <OpenBlanksDialog
            leaving={asked.leaving}
            assumed={assumed}
            onConfirm={() => {
              close()
              asked.work()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </HandOverContext>
  )
}
