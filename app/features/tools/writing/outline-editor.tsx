import { Button } from '@mantine/core'
import { outlineLimits } from '#shared/tools.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { Form } from '#app/ui/form.tsx'
import { EntryList } from '../forms/entry-list.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { withImages } from './with-images.ts'
import { useActions, useShownText } from './writing-context.ts'
import styles from './outline-editor.module.css'

/**
 * The outline before the text: each section's heading and, below it, its content. It can be changed and reordered, and
 * starts the text.
 */
export default function OutlineEditor() {
  const { t } = useTranslation('forms', 'pictures')
  const { shown, tokens, images } = useShownText()
  const { writeAgain } = useActions()
  const form = useForm({ outline: shown.outline }, ({ outline }) => {
    const isMissing = (entry: string) => entry.split('\n')[0]!.trim() === ''
    const problems = outline.map((entry, index) => [
      `outline.${index}`,
      isMissing(entry) && t('forms.outline.missing'),
    ])
    return checked(Object.fromEntries(problems), () => outline)
  })
  return (
    <Form
      className={styles.editor}
      label={t('forms.outline.label')}
      onSubmit={form.submit((outline) => writeAgain('continue', outline))}
    >
      <EntryList
        {...form.field('outline')}
        label={t('forms.outline.label')}
        hint={t('forms.outline.hint')}
        max={outlineLimits.sectionsMax}
        empty=""
      >
        {(entry, set, index) => (
          <TextAreaField
            name={`outline.${index}`}
            label={t('forms.outline.section', { number: index + 1 })}
            rows={3}
            textLanguage={textLanguages[shown.language]}
            value={entry}
            error={form.problemOf(`outline.${index}`)}
            onChange={set}
          />
        )}
      </EntryList>
      <Button type="submit" variant="filled">
        {withImages(t, t('forms.outline.write', { tokens }), images)}
      </Button>
    </Form>
  )
}
