import { Button } from '@mantine/core'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { toolsWithOutline } from '#shared/tools.ts'
import { countImages, estimateOutline, estimateTool, type PricedForm } from '#shared/tool-prices.ts'
import { availableTokens, signUpTokens } from '#shared/usage.ts'
import { useRootData, useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { signInPath } from '#app/session/redirects.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { textPaneId } from '../writing/text-pane-id.ts'
import { withImages } from '../writing/with-images.ts'
import { useActions, useFormOfTool, useWritingStatus } from '../writing/writing-context.ts'
import styles from '../writing/tool-page.module.css'

/** The value of the button that submits the form for an outline. */
export const outlineFirst = 'outline'

/** Write with its price and, below it, Stop and then a link to the text; or sign in: the main action. */
export function WriteAction() {
  const facts = useRootData()
  const { kit, form: fields } = useFormOfTool()
  const { sources } = useWritingStatus()
  const form = { ...fields.values, tool: kit.tool } as unknown as PricedForm
  const model = facts?.toolModel ?? 'demo'
  const tokens = estimateTool(form, sources, model, facts?.search).expected
  const outlineTokens = estimateOutline(form, sources, model).expected
  const hasOutline = toolsWithOutline.includes(form.tool)
  return (
    <PricedAction
      tokens={tokens}
      images={countImages(form)}
      outlineTokens={hasOutline ? outlineTokens : null}
    />
  )
}

// Most keys change no price.
const PricedAction = memo(function PricedAction(props: {
  tokens: number
  images: number
  outlineTokens: number | null
}) {
  const { t, language } = useTranslation('writing', 'pictures')
  const member = useMember()
  const usage = useUsage()
  const { pathname, search } = useLocation()
  const { isBusy, openId } = useWritingStatus()
  const hasText = openId !== null
  const { tokens, images, outlineTokens } = props
  // The text arrives shortly after the run has ended: its space is reserved until then.
  const [hasWritten, setHasWritten] = useState(false)
  if (isBusy && !hasWritten) setHasWritten(true)
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
      <Button type="submit" variant="filled" fullWidth disabled={isBusy}>
        {withImages(t, t(hasText ? 'tools.form.writeAgain' : 'tools.form.write', { tokens }), images)}
      </Button>
      {outlineTokens !== null && (
        <Button type="submit" variant="subtle" size="sm" fullWidth disabled={isBusy} value={outlineFirst}>
          {t('tools.form.outlineFirst', { tokens: outlineTokens })}
        </Button>
      )}
      {(hasWritten || hasText) && <StopButton />}
      <p className={styles.hint}>
        {isBusy
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
function StopButton() {
  const { t } = useTranslation('writing', 'pictures')
  const { isBusy, isStopping } = useWritingStatus()
  const { stop } = useActions()
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
      onClick={() => !isStopping && void stop()}
    >
      <span className={styles.stop} aria-hidden="true" />{' '}
      {t(isStopping ? 'writing.pane.stopping' : 'writing.pane.stop')}
    </Button>
  )
}

const showResult = () => document.getElementById(textPaneId)?.focus()
