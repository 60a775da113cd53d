import { Button, type ButtonProps } from '@mantine/core'
import { memo, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { toolsWithOutline } from '#shared/tools.ts'
import {
  countImages,
  estimateOutline,
  estimateTool,
  type EstimatedForm,
  type SourceSizes,
} from '#shared/tool-prices.ts'
import { availableTokens, signUpTokens } from '#shared/usage.ts'
import { useFacts, useMember } from '#app/session/facts.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { signInPath } from '#app/session/redirects.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { usePictureWords } from './picture-words.ts'
import { textPaneId } from './text-pane-id.ts'
import styles from './tool-page.module.css'

type WriteActionProps = {
  isBusy: boolean
  isStopping: boolean
  hasText: boolean
  onStop: () => void
  /** Which of the two buttons submits. */
  onKind: (isOutline: boolean) => void
}

/** Write with its price, stop where write was, or sign in: the one action that matters. */
export function WriteAction({
  form,
  sources,
  ...props
}: WriteActionProps & {
  form: EstimatedForm
  /** Files and links to be read, by what is known of their size. */
  sources: SourceSizes
}) {
  const facts = useFacts()
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
  const { t, language, withImages } = usePictureWords()
  const member = useMember()
  const usage = useUsage()
  const { pathname, search } = useLocation()
  const { tokens, images, outlineTokens } = props
  const focusRef = useRef(false)
  if (props.isBusy) {
    return (
      <>
        <HandingButton
          key="stop"
          focusRef={focusRef}
          onGone={showResult}
          variant="default"
          fullWidth
          aria-disabled={props.isStopping || undefined}
          onClick={() => !props.isStopping && props.onStop()}
        >
          <span className={styles.stop} aria-hidden="true" />{' '}
          {t(props.isStopping ? 'writing.pane.stopping' : 'writing.pane.stop')}
        </HandingButton>
        <p className={styles.hint}>{t('writing.pane.stopHint')}</p>
      </>
    )
  }
  if (!member) {
    return (
      <>
        <LinkButton to={signInPath(language, { pathname, search })} variant="filled" isWide>
          {withImages(t('tools.form.signIn', { tokens }), images)}
        </LinkButton>
        <p className={styles.hint}>{t('tools.form.visitor', { tokens: signUpTokens })}</p>
      </>
    )
  }
  return (
    <>
      <HandingButton
        key="write"
        focusRef={focusRef}
        type="submit"
        variant="filled"
        fullWidth
        onClick={() => props.onKind(false)}
      >
        {withImages(t(props.hasText ? 'tools.form.writeAgain' : 'tools.form.write', { tokens }), images)}
      </HandingButton>
      {outlineTokens !== null && (
        <Button type="submit" variant="subtle" size="sm" fullWidth onClick={() => props.onKind(true)}>
          {t('tools.form.outlineFirst', { tokens: outlineTokens })}
        </Button>
      )}
      <p className={styles.hint}>{usage && t('tools.form.left', { tokens: availableTokens(usage) })}</p>
    </>
  )
})

/**
 * A button whose place another one takes. Writing gives its focus to Stop, and Stop to the text: the same key must not buy another one.
 * @param props.focusRef whether the button that has just gone had the focus
 * @param props.onGone takes the focus instead of the button that comes
 */
function HandingButton({
  focusRef,
  onGone,
  ...props
}: ComponentProps<'button'> & ButtonProps & { focusRef: RefObject<boolean>; onGone?: () => void }) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = buttonRef.current
    if (focusRef.current) button?.focus()
    focusRef.current = false
    return () => {
      const hadFocus = button !== null && document.activeElement === button
      if (hadFocus && onGone) onGone()
      else focusRef.current = hadFocus
    }
  }, [focusRef, onGone])
  return <Button ref={buttonRef} {...props} />
}

const showResult = () => document.getElementById(textPaneId)?.focus()
