import { useState } from 'react'
import { pictureShapes, type PictureShape } from '#shared/pictures.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { InstructionForm } from './instruction-form.tsx'
import { ImagesLeft } from '../forms/images-left.tsx'

/** The instruction for an image, its aspect ratio, its price and the images left. */
export function PictureInstruction(props: {
  onAsk: (description: string, shape: PictureShape) => void
  onClose: () => void
}) {
  const { t } = useTranslation('madepictures', 'pictures')
  const [shape, setShape] = useState<PictureShape>('wide')
  return (
    <InstructionForm
      title={t('madepictures.instruction.command')}
      label={t('madepictures.instruction.label')}
      placeholder={t('madepictures.instruction.placeholder')}
      hint={t('madepictures.instruction.hint')}
      ask={() => t('madepictures.instruction.ask')}
      onAsk={(words) => props.onAsk(words, shape)}
      onClose={props.onClose}
      note={<ImagesLeft />}
    >
      <ChoiceField
        name="shape"
        label={t('madepictures.instruction.shape')}
        value={shape}
        options={pictureShapes.map((value) => ({
          value,
          label: t(`madepictures.instruction.shapes.${value}`),
        }))}
        onChange={setShape}
      />
    </InstructionForm>
  )
}
