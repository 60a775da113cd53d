import { instagramFeedLimits, type OutputLanguage, type Tone } from '#shared/tools.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { FeedPreview } from './feed-preview.tsx'
import { emptyOrder, InstructionsField, LengthField, type OrderDraft } from './order-fields.tsx'
import { PictureFlag } from './picture-flag.tsx'
import { InformationField, TargetField, ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps } from './tool-definition.ts'
import { createToolPage } from './tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'

type InstagramFeedDraft = OrderDraft & {
  topic: string
  information: string
  tone: Tone
  language: OutputLanguage
  target: string
  slide_count: number
  image: boolean
}

const slideCounts = Array.from(
  { length: instagramFeedLimits.slidesMax },
  (_, index) => instagramFeedLimits.slidesMin + index,
)

/** The Instagram feed's form (T10). */
function InstagramFeedFields(props: FieldsProps<InstagramFeedDraft>) {
  const { t } = useTranslation('forms')
  const { draft, change, error } = props
  return (
    <>
      <TextAreaField
        name="topic"
        label={t('forms.instagramFeed.topic.label')}
        placeholder={t('forms.instagramFeed.topic.placeholder')}
        rows={2}
        isRequired
        limit={instagramFeedLimits.topic}
        value={draft.topic}
        error={error('topic')}
        onChange={(topic) => change({ topic })}
      />
      <SelectField
        name="slide_count"
        label={t('forms.instagramFeed.slides')}
        value={String(draft.slide_count)}
        error={error('slide_count')}
        options={slideCounts.map((count) => ({
          value: String(count),
          label: t('forms.instagramFeed.slideCount', { count }),
        }))}
        onChange={(count) => change({ slide_count: Number(count) })}
      />
      <ToneAndLanguage {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} />
      <LengthField tool="instagram-feed" label={t('forms.instagramFeed.captionLength')} {...props} />
      <PictureFlag name="image" isChecked={draft.image} onChange={(image) => change({ image })} />
    </>
  )
}

export default createToolPage<InstagramFeedDraft>({
  tool: 'instagram-feed',
  mainField: 'topic',
  emptyDraft: (language) => ({
    topic: '',
    information: '',
    ...emptyOrder,
    tone: 'informal',
    language: language === 'ko' ? 'Korean' : 'English',
    target: '',
    slide_count: 5,
    image: false,
  }),
  Fields: InstagramFeedFields,
  Result: FeedPreview,
})
