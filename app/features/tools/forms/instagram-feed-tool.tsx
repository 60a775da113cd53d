import type { ToolForms } from '#shared/tools-form.ts'
import { instagramFeedLimits } from '#shared/tools.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { emptyOrder, InstructionsField, LengthField } from './order-fields.tsx'
import { PictureFlag } from './picture-flag.tsx'
import { InformationField, TargetField, ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps, ResultProps } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useTranslation } from '#app/session/words.tsx'

type InstagramFeedDraft = ToolForms['instagram-feed']

/** Only for texts: a visitor first sees the form. */
const FeedPreview = lazyWithRetry<ResultProps<InstagramFeedDraft>>(
  () => import('../writing/feed-preview.tsx'),
)

const slideCounts = Array.from(
  { length: instagramFeedLimits.slidesMax },
  (_, index) => instagramFeedLimits.slidesMin + index,
)

/** The Instagram feed's form (T10). */
function InstagramFeedFields(props: FieldsProps<InstagramFeedDraft>) {
  const { t } = useTranslation('forms')
  const { form } = props
  return (
    <>
      <TextAreaField
        {...form.field('topic')}
        label={t('forms.instagramFeed.topic.label')}
        placeholder={t('forms.instagramFeed.topic.placeholder')}
        rows={2}
        isRequired
        limit={instagramFeedLimits.topic}
      />
      <SelectField
        {...form.field('slide_count')}
        label={t('forms.instagramFeed.slides')}
        value={String(form.values.slide_count)}
        options={slideCounts.map((count) => ({
          value: String(count),
          label: t('forms.instagramFeed.slideCount', { count }),
        }))}
        onChange={(count) => form.change({ slide_count: Number(count) })}
      />
      <ToneAndLanguage {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} />
      <LengthField tool="instagram-feed" label={t('forms.instagramFeed.captionLength')} {...props} />
      <PictureFlag {...form.field('image')} />
    </>
  )
}

export default createToolPage<InstagramFeedDraft>({
  tool: 'instagram-feed',
  mainField: 'topic',
  empty: {
    topic: '',
    information: '',
    ...emptyOrder,
    tone: 'informal',
    target: '',
    slide_count: 5,
    image: false,
  },
  Fields: InstagramFeedFields,
  Result: FeedPreview,
})
