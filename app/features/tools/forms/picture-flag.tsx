import { FlagField } from './flag-field.tsx'
import { ImagesLeft } from './images-left.tsx'
import { useTranslation } from '#app/session/words.tsx'

/** Requests images for the text, and shows how many the member has left. */
export function PictureFlag(props: {
  name: 'thumbnail' | 'image'
  value: boolean
  onChange: (value: boolean) => void
}) {
  const { t } = useTranslation('writing', 'pictures')
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
