import { memo, useMemo, useState } from 'react'
import { fillPrompt, listPlaceholders, parsePromptVariables, startValues } from '#shared/prompt-variables.ts'
import { promptVariablesMax } from '#shared/prompts.ts'
import { useTranslation } from '#app/session/words.tsx'
import { VariablesForm } from './variables-form.tsx'
import styles from './prompt-preview.module.css'

/**
 * The form of the prompt's variables, as its users see it, and the text that their values produce. Two hundred fields
 * render slowly: with a deferred text, typing never waits for them.
 */
export const PromptPreview = memo(function PromptPreview(props: { text: string; language: string }) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const { text: prompt, language } = props
  const variables = useMemo(
    () => parsePromptVariables(listPlaceholders(prompt)).slice(0, promptVariablesMax),
    [prompt],
  )
  const [typed, setTyped] = useState<Record<string, string>>({})
  const values = useMemo(() => startValues(variables, typed), [variables, typed])
  const filled = useMemo(() => fillPrompt(prompt, markEmpty(values)), [prompt, values])
  return (
    <section className={styles.preview} aria-label={t('authoring.preview.title')}>
      <h2 className="u-title3">{t('authoring.preview.title')}</h2>
      {variables.length === 0 ? (
        <p className="u-note u-mt1">{t('authoring.preview.none')}</p>
      ) : (
        <>
          <p className="u-note u-mt1">{t('authoring.preview.lead')}</p>
          <div className="u-mt4" lang={language}>
            <VariablesForm
              variables={variables}
              values={values}
              idPrefix="preview"
              onChange={(name, value) => setTyped((now) => ({ ...now, [name]: value }))}
            />
          </div>
        </>
      )}
      <h3 className={styles.subtitle} id="preview-filled">
        {t('authoring.preview.filled')}
      </h3>
      {filled.trim() ? (
        // Long texts scroll inside, which a keyboard must be able to do too.
        <div
          className={`u-surface ${styles.filled}`}
          role="group"
          aria-labelledby="preview-filled"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <p lang={language} dir="auto">
            {filled}
          </p>
        </div>
      ) : (
        <p className="u-note u-mt1">{t('authoring.preview.empty')}</p>
      )}
    </section>
  )
})

/** An empty variable shows its name, so that its position is visible. */
const markEmpty = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || `[${name}]`]))
