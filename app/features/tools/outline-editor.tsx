import { Button } from '@mantine/core'
import { useState } from 'react'
import { outlineLimits } from '#shared/tools.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { EntryList } from './entry-list.tsx'
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
  const [entries, setEntries] = useState(shown.outline)
  const [hasProblem, setHasProblem] = useState(false)
  const write = () => {
    const isWhole = entries.every((entry) => entry.split('\n')[0]!.trim() !== '')
    setHasProblem(!isWhole)
    if (isWhole) void writeAgain('continue', entries)
  }
  return (
    <div className={styles.editor}>
      <EntryList
        name="outline"
        label={t('forms.outline.label')}
        hint={t('forms.outline.hint')}
        value={entries}
        max={outlineLimits.sectionsMax}
        empty=""
        error={hasProblem ? t('forms.outline.missing') : undefined}
        onChange={setEntries}
      >
        {(entry, set, index) => (
          <TextAreaField
            name={`outline.${index}`}
            label={t('forms.outline.section', { number: index + 1 })}
            rows={3}
            textLanguage={textLanguages[shown.language]}
            value={entry}
            onChange={set}
          />
        )}
      </EntryList>
      <Button variant="filled" onClick={write}>
        {withImages(t, t('forms.outline.write', { tokens }), images)}
      </Button>
    </div>
  )
}
