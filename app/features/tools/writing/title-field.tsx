import { useEffect, useLayoutEffect, useRef } from 'react'
import { titleMaxLength } from '#shared/tools.ts'
import { useTranslation } from '#app/session/words.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { useActions, useShownText } from './writing-context.ts'
import styles from './title-field.module.css'

/** A title that looks like one and can be typed into; grows with its lines, which a narrower window makes more. A line break in it becomes a space. */
export function TitleField() {
  const { t } = useTranslation('writing')
  const { shown, isEditable } = useShownText()
  const { edit } = useActions()
  const { title } = shown.text
  const field = useRef<HTMLTextAreaElement>(null)
  const fitHeight = () => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }
  useLayoutEffect(fitHeight, [title])
  useEffect(() => {
    window.addEventListener('resize', fitHeight)
    return () => window.removeEventListener('resize', fitHeight)
  }, [])
  return (
    <textarea
      ref={field}
      className={styles.title}
      data-in-focus
      rows={1}
      value={title}
      aria-label={t('writing.pane.titleLabel')}
      placeholder={t('writing.pane.titlePlaceholder')}
      {...textLanguages[shown.language]}
      maxLength={titleMaxLength}
      readOnly={!isEditable}
      onChange={(event) => edit({ title: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
    />
  )
}
