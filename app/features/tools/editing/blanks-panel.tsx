import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { sentenceAround } from '#shared/blank-sentence.ts'
import { fillBlank, findBlanks } from '#shared/blanks.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useActions, useShownText } from '../writing/writing-context.ts'
import styles from './blanks-panel.module.css'

const AssumptionsPanel = lazyWithRetry(() => import('./assumptions-panel.tsx'))

/**
 * What only the author can say. The blanks: a list with a link to each, and a field to fill them one by one. Below them
 * what the text assumes, and advice before it is sent.
 */
export default function BlanksPanel() {
  const { t } = useTranslation('forms')
  const { shown, content } = useShownText()
  const { editor, edit } = useActions()
  const [chosen, setChosen] = useState(0)
  const [value, setValue] = useState('')
  const [said, setSaid] = useState('')
  const panel = useRef<HTMLElement>(null)
  const blanks = findBlanks(content)
  const current = Math.min(chosen, blanks.length - 1)
  const blank = blanks[current]
  const focusField = () => panel.current?.querySelector('input')?.focus()
  const choose = (index: number) => {
    setChosen(index)
    setValue('')
    focusField()
  }
  const fill = () => {
    if (!value.trim()) return focusField()
    // Before the editor's code loads, the text is changed without it.
    if (editor.current) editor.current.fillBlank(current, value.trim())
    else if (blank) edit({ content: fillBlank(content, blank, value.trim()) })
    setValue('')
    const left = blanks.length - 1
    setSaid(left > 0 ? t('forms.blanks.filled', { count: left }) : t('forms.blanks.done'))
    // The next blank takes its place.
    if (left > 0) focusField()
    else editor.current?.focus()
  }
  return (
    <>
      <LiveRegion text={said} />
      {blank && (
        <section
          ref={panel}
          className={`u-surface ${styles.panel}`}
          aria-label={t('forms.blanks.title', { count: blanks.length })}
        >
          <p className={styles.title}>{t('forms.blanks.title', { count: blanks.length })}</p>
          <p className={styles.lead}>
            {t('forms.blanks.lead')}{' '}
            <HelpLink opensNewTab topic="blanks" about={t('forms.blanks.title', { count: blanks.length })} />
          </p>
          <ol className="u-row u-bare-list">
            {blanks.map(({ suggestion }, index) => (
              // Blanks have no names of their own: the next one takes the place of one that is filled in.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-current={index === current || undefined}
                  onClick={() => choose(index)}
                >
                  {suggestion}
                </button>
              </li>
            ))}
          </ol>
          <Form className="u-stack2" label={t('forms.blanks.fill')} onSubmit={fill}>
            <TextField
              name="blank"
              label={t('forms.blanks.value', { suggestion: blank.suggestion })}
              hint={sentenceAround(content, blank)}
              placeholder={blank.suggestion}
              value={value}
              onChange={setValue}
            />
            <div className="u-row">
              <Button type="submit" variant="default" size="sm">
                {t('forms.blanks.fill')}
              </Button>
              <Button variant="subtle" size="sm" onClick={() => editor.current?.showBlank(current)}>
                {t('forms.blanks.show')}
              </Button>
            </div>
          </Form>
        </section>
      )}
      {shown.assumed.length + shown.advice.length > 0 && (
        <Suspense>
          <AssumptionsPanel onSaid={setSaid} />
        </Suspense>
      )}
    </>
  )
}
