import { useEffect, useLayoutEffect, useRef } from 'react'
import styles from './title-field.module.css'

type TitleFieldProps = {
  title: string
  label: string
  placeholder: string
  languageTag: string
  isRightToLeft: boolean
  maxLength: number
  isReadOnly: boolean
  onChange: (title: string) => void
}

/** A title that looks like one and can be typed into; grows with its lines, which a narrower window makes more. A line break in it becomes a space. */
export function TitleField(props: TitleFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const fitHeight = () => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }
  useLayoutEffect(fitHeight, [props.title])
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
      value={props.title}
      aria-label={props.label}
      placeholder={props.placeholder}
      lang={props.languageTag}
      dir={props.isRightToLeft ? 'rtl' : 'ltr'}
      maxLength={props.maxLength}
      readOnly={props.isReadOnly}
      onChange={(event) => props.onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
    />
  )
}
