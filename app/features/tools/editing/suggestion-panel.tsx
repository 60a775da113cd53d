import { Button } from '@mantine/core'
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import { correctionsIn, type CheckedClaim } from '#shared/fact-check.ts'
import type { AppError } from '#shared/errors.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { isRunGoing } from '#app/session/use-followed-run.ts'
import { useTranslation } from '#app/session/words.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { showToast } from '#app/ui/toast.tsx'
import { findDifferences, type OfferKind } from '#shared/marked-differences.ts'
import { applyChanges, isChanged, type SentenceChange } from '#shared/sentence-changes.ts'
import { CheckedClaims } from './checked-claims.tsx'
import { ImagesLeft } from '../forms/images-left.tsx'
import { MarkedChanges } from './marked-changes.tsx'
import { OfferedResult } from './offered-result.tsx'
import type { ActiveEdit, EditResult } from './edit-state.ts'
import type { EditCommandActions } from './use-edit-command.ts'
import { useActions, useShownText } from '../writing/writing-context.ts'
import styles from './edit-commands.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

type SuggestionPanelProps = { command: EditCommandActions; edit: ActiveEdit; result: EditResult }

/** The old and the new passage side by side, to accept or reject. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { t } = useTranslation('writing', 'editor', 'errors')
  const { t: tp } = useTranslation('madepictures', 'pictures')
  const { t: tf } = useTranslation('factcheck')
  const { command } = props
  const { feature, language: into = null } = props.edit.request
  const before = props.edit.passage.markdown
  const { shown } = useShownText()
  const actions = useActions()
  const language = textLanguages[shown.language]
  const [corrected, setCorrected] = useState<ReadonlySet<CheckedClaim>>(new Set())
  const claims = feature === 'text-facts' ? props.result.claims : null
  // A check of facts suggests the sentences that the member has corrected.
  const corrections = useMemo(() => {
    const own = claims?.filter((claim) => corrected.has(claim)) ?? []
    return own.length > 0 ? correctionsIn(before, own) : null
  }, [claims, corrected, before])
  const text = corrections ? corrections.map(({ after }) => after).join('') : props.result.text
  const state = { ...props.result, text }
  const name =
    feature === 'image' ? tp('madepictures.instruction.command') : t(`editor.edit.command.${feature}`)
  /** A dialog reports once that images are missing (T18), or that the session has ended. */
  const [isReported, setIsReported] = useState(false)
  const made = state.text || state.picture
  const isRunning = isRunGoing(state)
  const panel = useFocusedPanel(isRunning, command.leave)
  const isMade = !isRunning && made.trim() !== ''
  const isPartial = props.result.status !== 'done'
  const changes = useMarkedChanges({ after: text.trim(), before, feature, isPartial }, isMade, corrections)
  const isRight = isMade && feature === 'text-fix' && changes === null
  const canTake = isMade && !isRight
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.offer}
      aria-label={t('editor.edit.offer', { command: name })}
      aria-busy={isRunning}
    >
      {claims && (
        <CheckedClaims
          claims={claims}
          before={before}
          corrected={corrected}
          onCorrected={setCorrected}
          language={language}
        />
      )}
      {isRight ? (
        <p role="status">{t('editor.edit.changes.nothing')}</p>
      ) : changes ? (
        <MarkedChanges {...changes} language={language} into={into && textLanguages[into]} />
      ) : (
        feature !== 'text-facts' && (
          <OfferedResult edit={props.edit} result={props.result} onTitle={takeTitle} />
        )
      )}
      {state.error && (
        <p className={styles.error} role="alert">
          {t(`errors.${state.error.code}`, { ...state.error.detail })}
        </p>
      )}
      <p className="u-note" role="status">
        {isRunning ? describeWork() : describeEnd()}
      </p>
      <div className="u-row">
        {isRunning && (
          <Button variant="default" size="sm" onClick={() => void command.stop()}>
            {t('writing.pane.stop')}
          </Button>
        )}
        {canTake && (
          <Button
            variant="filled"
            size="sm"
            disabled={changes?.taken.size === 0}
            onClick={() => command.take(changes ? applyChanges(changes.changes, changes.taken) : made)}
          >
            {describeTaking()}
          </Button>
        )}
        {canTake && before && !staysInPlace.has(feature) && (
          <Button variant="default" size="sm" onClick={() => command.insertBelow(made)}>
            {t('editor.edit.below')}
          </Button>
        )}
        {!isRunning && state.tags.length > 0 && (
          <Button
            variant="filled"
            size="sm"
            onClick={() => (actions.edit({ tags: state.tags }), command.close())}
          >
            {t('editor.edit.take')}
          </Button>
        )}
        {!isRunning && (
          <Button variant="default" size="sm" onClick={command.again}>
            {feature === 'image'
              ? tp('madepictures.instruction.again')
              : t('editor.edit.again', { tokens: command.priceOf(props.edit.request) })}
          </Button>
        )}
        <Button variant="subtle" size="sm" onClick={command.leave}>
          {t('editor.edit.leave')}
        </Button>
        {feature === 'image' && !isRunning && <ImagesLeft />}
      </div>
      {(state.error?.code === 'no_image_credits' || state.error?.code === 'sign_in_required') &&
        !isReported && (
          <Suspense>
            <BlockingErrorDialog
              error={state.error as AppError & { code: 'no_image_credits' | 'sign_in_required' }}
              onClose={() => setIsReported(true)}
            />
          </Suspense>
        )}
    </section>
  )

  /** The field of the title has no history of its own. */
  function takeTitle(title: string): void {
    const { title: before } = shown.text
    actions.edit({ title })
    command.close()
    showToast({
      message: t('editor.edit.title.taken'),
      action: { label: t('writing.form.undo'), run: () => actions.edit({ title: before }) },
    })
  }

  function describeTaking(): string {
    if (!before) return t('editor.edit.insert')
    const count = changes?.taken.size ?? 0
    return changes && count > 0 && count < changes.changes.filter(isChanged).length
      ? t('editor.edit.takeSome', { count })
      : t('editor.edit.take')
  }

  function describeWork(): string {
    if (command.isLineLost) return t('writing.pane.lost')
    if (feature === 'text-facts') return tf('factcheck.running')
    return feature === 'image' ? tp('madepictures.instruction.making') : t('editor.edit.running')
  }

  function describeEnd(): string {
    if (state.image > 0) {
      const cost = tp('madepictures.cost', { images: tp('pictures.count.one') })
      return state.isDemo ? `${cost} · ${tp('madepictures.instruction.demo')}` : cost
    }
    if (!state.token) return t('writing.pane.free')
    const cost = t('writing.pane.cost', { tokens: state.token })
    return state.isDemo ? `${cost} · ${t('writing.pane.demoNote')}` : cost
  }
}

/**
 * The changes of a finished suggestion, all of them taken at first. Null where marks say nothing: without a passage, and
 * when nothing resembles it. Of a check of spelling null means that nothing changes.
 */
function useMarkedChanges(
  {
    after,
    before,
    feature,
    isPartial,
  }: { after: string; before: string; feature: EditFeature; isPartial: boolean },
  isEnded: boolean,
  corrections: SentenceChange[] | null,
) {
  const changes = useMemo(() => {
    if (!isEnded || !before || !after) return null
    if (feature === 'text-facts') return corrections
    return findDifferences(before, after, { kind: kinds[feature] ?? 'rewrite', isPartial })
  }, [before, after, feature, isPartial, isEnded, corrections])
  const all = useMemo(
    () => new Set(changes?.flatMap((change, index) => (isChanged(change) ? [index] : []))),
    [changes],
  )
  const [chosen, setChosen] = useState<{ of: typeof changes; taken: ReadonlySet<number> } | null>(null)
  const taken = chosen && chosen.of === changes ? chosen.taken : all
  return (
    changes && {
      changes,
      taken,
      onTaken: (next: ReadonlySet<number>) => setChosen({ of: changes, taken: next }),
    }
  )
}

/** Their result belongs where the passage is, and nowhere below it. */
const staysInPlace: ReadonlySet<EditFeature> = new Set(['text-fix', 'text-facts', 'section', 'section-fit'])

const kinds: Partial<Record<EditFeature, OfferKind>> = {
  'text-fix': 'correction',
  'text-translate': 'translation',
}

/** It has the focus while it is there, and Escape leaves it. */
function useFocusedPanel(isRunning: boolean, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Its button is removed, and the focus must not be lost with it.
    if (document.activeElement === document.body) panel.current?.focus()
  }, [isRunning])
  /** Escape elsewhere belongs to other elements: a syllable in composition, a menu, a dialog. */
  const press = useEffectEvent(({ key, target, isComposing, defaultPrevented }: KeyboardEvent) => {
    const isOwn = target instanceof Element && !target.closest('dialog')
    if (key === 'Escape' && isOwn && !isComposing && !defaultPrevented) onClose()
  })
  useEffect(() => {
    const element = panel.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.focus()
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  return panel
}
