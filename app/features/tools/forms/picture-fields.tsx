import { altMaxLength } from '#shared/pictures.ts'
import { captionMaxLength } from '#shared/write-picture.ts'
import { TextField } from '#app/ui/fields.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { PictureWords } from '../writing/use-new-pictures.ts'

/** What a picture shows, for those who cannot see it, and the caption below it, for everybody. */
export function PictureFields(props: {
  words: PictureWords
  /** Whether lengths are checked: after the first press of the form's button. */
  isChecked: boolean
  onChange: (words: Partial<PictureWords>) => void
}) {
  const { t } = useTranslation('writing', 'editor', 'errors')
  const { alt, caption } = props.words
  const errorOf = (text: string, count: number) =>
    props.isChecked && Array.from(text).length > count ? t('errors.field.too_long', { count }) : undefined
  return (
    <>
      <TextField
        name="alt"
        label={t('editor.picture.alt')}
        placeholder={t('editor.picture.altPlaceholder')}
        hint={t('editor.picture.altHint')}
        limit={altMaxLength}
        value={alt}
        error={errorOf(alt, altMaxLength)}
        onChange={(value) => props.onChange({ alt: value })}
      />
      <TextField
        name="caption"
        label={t('editor.picture.caption')}
        placeholder={t('editor.picture.captionPlaceholder')}
        limit={captionMaxLength}
        value={caption}
        error={errorOf(caption, captionMaxLength)}
        onChange={(value) => props.onChange({ caption: value })}
      />
    </>
  )
}
