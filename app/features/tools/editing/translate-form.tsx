import { Button } from '@mantine/core'
import { useState } from 'react'
import { outputLanguages, type OutputLanguage } from '#shared/tools.ts'
import type { Passage } from '#app/ui/editor/passage.ts'
import { Form } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './edit-commands.module.css'

/** Asks for the language of a translation, with its price. */
export function TranslateForm(props: {
  passage: Passage
  /** The text's own language, which is not offered. */
  from: OutputLanguage
  price: number
  onAsk: (language: OutputLanguage) => void
  onClose: () => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const offered = outputLanguages.filter((language) => language !== props.from)
  const [language, setLanguage] = useState<OutputLanguage>(offered[0]!)
  const title = t('editor.edit.command.text-translate')
  return (
    <section className={styles.offer} aria-label={title}>
      <Form className={styles.instruction} label={title} onSubmit={() => props.onAsk(language)}>
        <p className={styles.passage}>{props.passage.markdown}</p>
        <SelectField
          name="language"
          label={t('editor.edit.translate.label')}
          value={language}
          options={offered.map((value) => ({ value, label: t(`tools.language.${value}`) }))}
          onChange={setLanguage}
        />
        <div className="u-row">
          <Button type="submit" size="sm">
            {t('editor.edit.translate.ask', { tokens: props.price })}
          </Button>
          <Button variant="subtle" size="sm" onClick={props.onClose}>
            {t('editor.edit.leave')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
