import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { outlineLimits, type OutputLanguage, isRightToLeft, outputLanguageTags } from '#shared/tools.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { EntryList } from './entry-list.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { withImages } from './with-images.ts'
import styles from './outline-editor.module.css'

/**
 * The outline before the text: each section's heading and, below it, its content. It can be changed and reordered, and
 * starts the text.
 */
export default function OutlineEditor(props: {
  outline: string[]
  language: OutputLanguage
  /** The price of the text from this outline. */
  price: { tokens: number; images: number }
  onWrite: (outline: string[]) => void
}) {
  const { t } = useTranslation('forms', 'pictures')
  const [entries, setEntries] = useState(props.outline)
  const [hasProblem, setHasProblem] = useState(false)
  // The same object at each render, or a key in one field would render them all.
  const textLanguage = useMemo(
    () =>
      ({
        lang: outputLanguageTags[props.language],
        dir: isRightToLeft(props.language) ? 'rtl' : 'ltr',
      }) as const,
    [props.language],
  )
  const write = () => {
    const isWhole = entries.every((entry) => entry.split('\n')[0]!.trim() !== '')
    setHasProblem(!isWhole)
    if (isWhole) props.onWrite(entries)
  }
  return (
    <div className={styles.editor}>
      <EntryList
        name="outline"
        label={t('forms.outline.label')}
        hint={t('forms.outline.hint')}
        entries={entries}
        max={outlineLimits.sectionsMax}
        empty=""
        error={hasProblem ? t('forms.outline.missing') : undefined}
        onEntries={setEntries}
      >
        {(entry, set, index) => (
          <TextAreaField
            name={`outline.${index}`}
            label={t('forms.outline.section', { number: index + 1 })}
            rows={3}
            textLanguage={textLanguage}
            value={entry}
            onChange={set}
          />
        )}
      </EntryList>
      <Button variant="filled" onClick={write}>
        {withImages(t, t('forms.outline.write', { tokens: props.price.tokens }), props.price.images)}
      </Button>
    </div>
  )
}
