import { Button } from '@mantine/core'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { withPictureAbove } from '#shared/pictures.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useTranslation } from '#app/session/words.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { SaveState } from '../editing/autosave.ts'
import { ConflictNotice } from '../editing/conflict-notice.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { setFocusMode } from './focus-mode-state.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { missingImages } from '../forms/writing-prices.ts'
import { SaveBadge } from '../editing/save-badge.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useAutosave } from '../editing/use-autosave.ts'
import { useActions, useHandOver, useShownText } from './writing-context.ts'
import { withImages } from './with-images.ts'
import styles from './document-actions.module.css'

const SignInAgain = lazyWithRetry(() => import('#app/session/sign-in-again.tsx'))
const VersionsDialog = lazyWithRetry(() => import('../editing/versions-dialog.tsx'))
const TextLabels = lazyWithRetry(() => import('../texts/text-labels.tsx'))

const signedOut: SaveState = { kind: 'refused', code: 'sign_in_required' }

/**
 * The actions on the member's own text: autosave, save (also Ctrl/⌘ S), versions, copy, share. Loaded with the first
 * such text.
 */
export default function DocumentActions() {
  const { kit, shown: document, save: state, tokens, images } = useShownText()
  const { writeAgain, editor } = useActions()
  const { copy } = useHandOver()
  const { t, language } = useTranslation('writing', 'pictures')
  const origin = useRootData()?.siteOrigin ?? ''
  const navigate = useNavigate()
  const [isSharing, setIsSharing] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [isLabelling, setIsLabelling] = useState(false)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const { t: ts } = useTranslation('signing')
  const autosave = useAutosave(() => showToast({ message: t('writing.save.recovered') }))
  // Until the text is saved: each press next to the text sends it again, and the pressed button must neither disappear
  // nor move.
  if (!hasEnded && state.kind === 'refused' && state.code === 'sign_in_required') setHasEnded(true)
  if (hasEnded && state.kind === 'saved') setHasEnded(false)
  // The focus mode would hide the notice.
  const isInterrupted = hasEnded || state.kind === 'conflict'
  useEffect(() => {
    if (isInterrupted) setFocusMode(false)
  }, [isInterrupted])
  const showError = useErrorToast()
  const fail = (error: unknown) => {
    // The text stays open, so the member signs in next to it.
    if (toAppError(error).code === 'sign_in_required') setIsSignedOut(true)
    else showError(error)
  }
  /** Runs an action that may be refused. It may wait for another, so it is no mutation. @returns whether it succeeded */
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action()
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
  const save = () =>
    attempt(async () => {
      if (!document.text.content.trim()) throw new AppError('no_content')
      if (!document.text.title.trim()) throw new AppError('select_title')
      const saved = await autosave.save()
      if (saved?.kind === 'offline') throw new AppError('unavailable')
      if (saved?.kind === 'refused') throw new AppError(saved.code)
    })
  useSaveKey(() => void save())
  const mode = document.status !== 'done' && document.text.content.trim() ? 'continue' : 'regenerate'
  /** Rewrites the text from its request, or continues where it stopped. The server must have the text on the screen. */
  const rewrite = async () => {
    if (!document.isDirty || (await attempt(autosave.requireSaved))) await writeAgain(mode)
  }
  const hasForm = document.promptUse === null && !kit.isOwn
  const copyAll = () =>
    copy(
      { plain: editor.current?.plain() ?? document.text.content, html: editor.current?.html() ?? '' },
      document.text.content,
    )
  return (
    <div className={`u-middle-row ${styles.actions}`}>
      <SaveBadge state={hasEnded ? signedOut : state} />
      {hasEnded && (
        <Button variant="default" size="sm" onClick={() => setIsSignedOut(true)}>
          {ts('signing.ended.save')}
        </Button>
      )}
      {hasForm && (
        <Button
          variant="subtle"
          size="sm"
          title={t(`writing.again.${mode}Hint`)}
          onClick={() => void rewrite()}
        >
          {t(`writing.again.${mode}`)} ·{' '}
          {withImages(
            t,
            t(mode === 'continue' ? 'writing.again.priceMost' : 'writing.again.price', { tokens }),
            missingImages(document, { images, mode }),
          )}
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={copyAll}>
        {t('writing.save.copy')}
      </Button>
      <ExportMenu
        text={{
          ...document.text,
          tool: kit.tool,
          content: withPictureAbove(document.thumbnail, document.text.content),
          language: document.language,
          origin,
        }}
      />
      <Button variant="subtle" size="sm" onClick={() => setIsChoosing(true)}>
        {t('writing.save.versions')}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => setIsLabelling(true)}>
        {t('writing.save.labels')}
      </Button>
      <Button variant="default" size="sm" onClick={() => setIsSharing(true)}>
        {t('writing.share.action')}
      </Button>
      <Button
        variant="default"
        size="sm"
        disabled={!document.isDirty && !document.hasEdits && document.savedAt !== null}
        onClick={() => void save()}
      >
        {t('writing.save.action')}
      </Button>
      {state.kind === 'conflict' && (
        <ConflictNotice
          getTheirs={autosave.getTheirs}
          onMine={(theirs) => attempt(() => autosave.chooseMine(theirs))}
          onTheirs={(theirs) => attempt(() => autosave.chooseTheirs(theirs))}
          onBoth={(theirs, title) =>
            attempt(async () => {
              const newId = await autosave.chooseBoth(theirs, title)
              const run = () => void navigate(`/${language}/tool/use?tool=own&id=${newId}`)
              showToast({
                message: t('writing.save.both'),
                action: { label: t('writing.save.openOther'), run },
              })
            })
          }
        />
      )}
      <LeaveGuard isActive={document.isDirty} flush={autosave.flush} />
      <ShareDialog isOpen={isSharing} onError={fail} onClose={() => setIsSharing(false)} />
      {isSignedOut && (
        <Suspense>
          <SignInAgain onClose={() => setIsSignedOut(false)} />
        </Suspense>
      )}
      {isLabelling && document.id !== null && (
        <Suspense>
          <TextLabels id={document.id} onClose={() => setIsLabelling(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <VersionsDialog
            onRestore={(versionId) => attempt(() => autosave.restore(versionId))}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function useSaveKey(save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
