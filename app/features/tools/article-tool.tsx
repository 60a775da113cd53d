import { articleLimits, type OutputLanguage, type PublishPlace, type Tone } from '#shared/tools.ts'
import { useTranslation } from '#app/session/words.tsx'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import {
  emptyOrder,
  InstructionsField,
  LengthField,
  PlaceField,
  ResearchField,
  type OrderDraft,
} from './order-fields.tsx'
import { PictureFlag } from './picture-flag.tsx'
import { InformationField, TargetField, ToneAndLanguage } from './shared-fields.tsx'
import type { FieldsProps, ToolDefinition } from './tool-definition.ts'
import { ThumbnailPanel } from './thumbnail-panel.tsx'
import { createToolPage } from './tool-page.tsx'

export type ArticleDraft = OrderDraft & {
  topic: string
  keywords: string
  reader_questions: string
  tone: Tone
  language: OutputLanguage
  information: string
  target: string
  place: PublishPlace
  research: boolean
  thumbnail: boolean
}

/** The article's form (T05). */
function ArticleFields(props: FieldsProps<ArticleDraft>) {
  const { t } = useTranslation()
  const { t: tt } = useTranslation('forms')
  const { draft, change, error } = props
  return (
    <>
      <TextAreaField
        name="topic"
        label={t('tools.form.topic.label')}
        placeholder={t('tools.form.topic.placeholder')}
        rows={2}
        isRequired
        limit={articleLimits.topic}
        value={draft.topic}
        error={error('topic')}
        onChange={(topic) => change({ topic })}
      />
      <TextField
        name="keywords"
        label={tt('forms.keywords.label')}
        placeholder={tt('forms.keywords.placeholder')}
        limit={articleLimits.keywords}
        value={draft.keywords}
        error={error('keywords')}
        onChange={(keywords) => change({ keywords })}
      />
      <TextAreaField
        name="reader_questions"
        label={tt('forms.readerQuestions.label')}
        placeholder={tt('forms.readerQuestions.placeholder')}
        rows={2}
        limit={articleLimits.reader_questions}
        value={draft.reader_questions}
        error={error('reader_questions')}
        onChange={(questions) => change({ reader_questions: questions })}
      />
      <ToneAndLanguage {...props} />
      <InformationField {...props} />
      <InstructionsField {...props} />
      <TargetField {...props} />
      <LengthField tool="article" {...props} />
      <PlaceField {...props} />
      {props.files}
      <ResearchField {...props} />
      <PictureFlag
        name="thumbnail"
        isChecked={draft.thumbnail}
        onChange={(thumbnail) => change({ thumbnail })}
      />
    </>
  )
}

export const articleKit: ToolDefinition<ArticleDraft> = {
  tool: 'article',
  mainField: 'topic',
  emptyDraft: (language) => ({
    topic: '',
    keywords: '',
    reader_questions: '',
    tone: 'informal',
    language: language === 'ko' ? 'Korean' : 'English',
    information: '',
    target: '',
    ...emptyOrder,
    place: 'none',
    research: false,
    thumbnail: false,
  }),
  Fields: ArticleFields,
  Result: ThumbnailPanel,
}

export default createToolPage(articleKit)
