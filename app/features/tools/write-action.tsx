import { Button } from '@mantine/core'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { toolsWithOutline } from '#shared/tools.ts'
import {
  countImages,
  estimateOutline,
  estimateTool,
  type PricedForm,
  type SourceSizes,
} from '#shared/tool-prices.ts'
import { availableTokens, signUpTokens } from '#shared/usage.ts'
import { useRootData, useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { signInPath } from '#app/session/redirects.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { textPaneId } from './text-pane-id.ts'
import { withImages } from './with-images.ts'
import styles from './tool-page.module.css'

type WriteActionProps = {
  isBusy: boolean
  isStopping: boolean
  hasText: boolean
  onStop: () => void
  /** Reports which of the two buttons submits. */
  onKind: (isOutline: boolean) => void
}

/** Write with its price and, below it, Stop and then a link to the text; or sign in: the main action. */
export function WriteAction({
  form,
  sources,
  ...props
}: WriteActionProps & {
  form: PricedForm
  /** The known sizes of the files and links to read. */
  sources: SourceSizes
}) {
  const facts = useRootData()
  const model = facts?.toolModel ?? 'demo'
  const tokens = estimateTool(form, sources, model, facts?.search).expected
  const outlineTokens = estimateOutline(form, sources, model).expected
  const hasOutline = toolsWithOutline.includes(form.tool)
  return (
    <PricedAction
      {...props}
      tokens={tokens}
      images={countImages(form)}
      outlineTokens={hasOutline ? outlineTokens : null}
    />
  )
}

// Most keys change no price.
const PricedAction = memo(function PricedAction(
  props: WriteActionProps & { tokens: number; images: number; outlineTokens: number | null },
) {
  const { t, language } = useTranslation('writing', 'pictures')
  const member = useMember()
  const usage = useUsage()
  const { pathname, search } = useLocation()
  const { tokens, images, outlineTokens } = props
  // The text arrives shortly after the run has ended: its space is reserved until then.
  const [hasWritten, setHasWritten] = useState(false)
  if (props.isBusy && !hasWritten) setHasWritten(true)
  if (!member) {
    return (
      <>
        <LinkButton to={signInPath(language, { pathname, search })} variant="filled" isWide>
          {withImages(t, t('tools.form.signIn', { tokens }), images)}
        </LinkButton>
        <p className={styles.hint}>{t('tools.form.visitor', { tokens: signUpTokens })}</p>
      </>
    )
  }
  return (
    <>
      <Button
        type="submit"
        variant="filled"
        fullWidth
        disabled={props.isBusy}
        onClick={() => props.onKind(false)}
      >
        {withImages(t, t(props.hasText ? 'tools.form.writeAgain' : 'tools.form.write', { tokens }), images)}
      </Button>
      {outlineTokens !== null && (
        <Button
          type="submit"
          variant="subtle"
          size="sm"
          fullWidth
          disabled={props.isBusy}
          onClick={() => props.onKind(true)}
        >
          {t('tools.form.outlineFirst', { tokens: outlineTokens })}
        </Button>
      )}
      {(hasWritten || props.hasText) && <StopButton {...props} />}
      <p className={styles.hint}>
        {props.isBusy
          ? t('writing.pane.stopHint')
          : usage && t('tools.form.left', { tokens: availableTokens(usage) })}
      </p>
    </>
  )
})

/**
 * Stop, and in its place the way to the text once it is written: a press too many there must not buy another one. Writing by the keyboard
 * gives its focus to it, and it gives that to the text.
 */
function StopButton({ isBusy, isStopping, onStop }: WriteActionProps) {
  const { t } = useTranslation('writing', 'pictures')
  const buttonRef = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = buttonRef.current
    const focused = document.activeElement
    if (isBusy && focused?.closest('form') === button?.form && focused instanceof HTMLButtonElement)
      button?.focus()
    if (!isBusy && focused === button) showResult()
  }, [isBusy])
  if (!isBusy)
    return (
      <Button ref={buttonRef} variant="default" fullWidth onClick={showResult}>
        {t('writing.pane.show')}
      </Button>
    )
  return (
    <Button
      ref={buttonRef}
      variant="default"
      fullWidth
      aria-disabled={isStopping || undefined}
      onClick={() => !isStopping && onStop()}
    >
      <span className={styles.stop} aria-hidden="true" />{' '}
      {t(isStopping ? 'writing.pane.stopping' : 'writing.pane.stop')}
    </Button>
  )
}

const showResult = () => document.getElementById(textPaneId)?.focus()
