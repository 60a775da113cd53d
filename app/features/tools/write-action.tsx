import { Button } from '@mantine/core'
import { memo, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
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
  const model = useFacts()?.toolModel ?? 'demo'
  const tokens = estimateTool(form, sources, model).expected
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
  const focus = useRef(false)
  if (props.isBusy) {
    return (
      <>
        <FocusKeeper key="stop" focus={focus} then={showResult}>
          {(button) => (
            <Button
              ref={button}
              variant="default"
              fullWidth
              aria-disabled={props.isStopping || undefined}
              onClick={() => !props.isStopping && props.onStop()}
            >
              <span className={styles.stop} aria-hidden="true" />{' '}
              {t(props.isStopping ? 'writing.pane.stopping' : 'writing.pane.stop')}
            </Button>
          )}
        </FocusKeeper>
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
      <FocusKeeper key="write" focus={focus}>
        {(button) => (
          <Button ref={button} type="submit" variant="filled" fullWidth onClick={() => props.onKind(false)}>
            {withImages(t(props.hasText ? 'tools.form.writeAgain' : 'tools.form.write', { tokens }), images)}
          </Button>
        )}
      </FocusKeeper>
      {outlineTokens !== null && (
        <Button type="submit" variant="subtle" size="sm" fullWidth onClick={() => props.onKind(true)}>
          {t('tools.form.outlineFirst', { tokens: outlineTokens })}
        </Button>
      )}
      <p className={styles.hint}>{usage && t('tools.form.left', { tokens: availableTokens(usage) })}</p>
    </>
  )
})

/** Writing gives its focus to Stop, which takes its place. Stop gives it to the text: the same key must not buy another one. */
function FocusKeeper(props: {
  /** Whether the button that has just gone had the focus. */
  focus: RefObject<boolean>
  /** Where the focus goes when the button goes with it; else to the button that comes. */
  then?: () => void
  children: (button: RefObject<HTMLButtonElement | null>) => ReactNode
}) {
  const { focus, then } = props
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    if (focus.current) element?.focus()
    focus.current = false
    return () => {
      const hadFocus = element !== null && document.activeElement === element
      if (hadFocus && then) then()
      else focus.current = hadFocus
    }
  }, [focus, then])
  return props.children(button)
}

const showResult = () => document.getElementById(textPaneId)?.focus()
