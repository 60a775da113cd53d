import { FlagField } from './flag-field.tsx'
import { ImagesLeft } from './images-left.tsx'
import { usePictureWords } from './picture-words.ts'

/** Requests images for the text, and shows how many the member has left. */
export function PictureFlag(props: {
  name: 'thumbnail' | 'image'
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  const { t } = usePictureWords()
  const kind = props.name === 'thumbnail' ? 'thumbnail' : 'slides'
  return (
    <FlagField
      {...props}
      label={t(`pictures.flag.${kind}`)}
      hint={
        <>
          {t(`pictures.flag.${kind}Hint`)} <ImagesLeft />
        </>
      }
    />
  )
}
