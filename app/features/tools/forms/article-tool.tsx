import type { ToolForms } from '#shared/tools-form.ts'
import { articleLimits } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { emptyOrder, InstructionsField, LengthField, PlaceField, ResearchField } from './order-fields.tsx'
import { PictureFlag } from './picture-flag.tsx'
import { InformationField, TargetField, ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps, ToolDefinition } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'
import { useShownText } from '../writing/writing-context.ts'

const ThumbnailPanel = lazyWithRetry(() => import('../writing/thumbnail-panel.tsx'))

/** Its code is loaded only where there is a picture, or one can be made. */
function Thumbnail() {
  const { shown, phase, isEditable } = useShownText()
  return (shown.thumbnail !== null || isEditable || phase === 'running') && <ThumbnailPanel />
}

export type ArticleDraft = ToolForms['article']

/** The article's form (T05). */
function ArticleFields(props: FieldsProps<ArticleDraft>) {
  const { t } = useTranslation()
  const { t: tt } = useTranslation('forms')
  const { form, files } = props
  return (
    <>
      <TextAreaField
        {...form.field('topic')}
        label={t('tools.form.topic.label')}
        placeholder={t('tools.form.topic.placeholder')}
        rows={2}
        isRequired
        limit={articleLimits.topic}
      />
      <TextField
        {...form.field('keywords')}
        label={tt('forms.keywords.label')}
        placeholder={tt('forms.keywords.placeholder')}
        limit={articleLimits.keywords}
      />
      <TextAreaField
        {...form.field('reader_questions')}
        label={tt('forms.readerQuestions.label')}
        placeholder={tt('forms.readerQuestions.placeholder')}
        rows={2}
        limit={articleLimits.reader_questions}
      />
      <ToneAndLanguage {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} />
      <LengthField tool="article" {...props} />
      <PlaceField {...props} />
      {files}
      <ResearchField {...props} />
      <PictureFlag {...form.field('thumbnail')} />
    </>
  )
}

export const articleKit: ToolDefinition<ArticleDraft> = {
  tool: 'article',
  mainField: 'topic',
  empty: {
    topic: '',
    keywords: '',
    reader_questions: '',
    tone: 'informal',
    information: '',
    target: '',
    ...emptyOrder,
    place: 'none',
    research: false,
    thumbnail: false,
  },
  Fields: ArticleFields,
  Result: Thumbnail,
}

export default createToolPage(articleKit)
