import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { measureText, type TextUnit } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { findToolSections, sectionBody } from '#shared/sections.ts'
import { instructionMaxLength } from '#shared/tools.ts'
import { estimateSection } from '#shared/edit-prices.ts'
import { useRootData } from '#app/session/root-data.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { scrollGently } from '#app/ui/scroll-gently.ts'
import type { FormDraft } from '../forms/tool-definition.ts'
import { useActions, useShownText } from './writing-context.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './sections-panel.module.css'

/** By its number in the text, from 0, and its heading. */
export type SectionOrder = {
  number: number
  heading: string
  mode: 'rewrite' | 'fit'
  instruction: string
}

/**
 * The sections of a text: a table of contents with links, and a button to rewrite each section alone. An answer longer
 * than its limit can be shortened to fit. The editor offers the result. The server does not have unsaved changes, so
 * these actions wait for the save.
 */
export default function SectionsPanel() {
  const { t } = useTranslation('forms')
  const { kit, shown, content, asked } = useShownText()
  const { askSection } = useActions()
  const { tool } = kit
  // An example can be looked through, not rewritten.
  const canRewrite = shown.id !== null
  const isSaved = !shown.isDirty
  const limits = answerLimits(asked)
  const model = useRootData()?.toolModel ?? 'demo'
  const [open, setOpen] = useState<number | null>(null)
  const reasonId = useId()
  const sections = findToolSections(tool, content)
  if (sections.length === 0) return null
  const isOver = (index: number) => {
    const limit = limits[index]
    const section = sections[index]!
    return (
      limit !== undefined && measureText(plainAnswer(sectionBody(content, section)), limit.unit) > limit.limit
    )
  }
  const priceOf = (index: number, instruction = '') =>
    estimateSection({ text: content, section: sectionBody(content, sections[index]!), instruction }, model)
      .expected
  const order = (index: number, mode: SectionOrder['mode'], instruction = '') =>
    askSection({ number: index, heading: sections[index]!.heading, mode, instruction })
  return (
    <details className={styles.panel} open={tool === 'document' || undefined}>
      <summary>
        {t(tool === 'document' || !canRewrite ? 'forms.sections.contents' : 'forms.sections.title')}
      </summary>
      {canRewrite && sections.some((_, index) => isOver(index)) && (
        <p className="u-caption" id={reasonId}>
          {t(isSaved ? 'forms.sections.kept' : 'forms.sections.saving')}
        </p>
      )}
      <ol className={styles.list}>
        {sections.map(({ heading }, index) => (
          // Two sections may have the same heading.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.section}>
            <div className={styles.line}>
              <button
                type="button"
                className={`u-bare-button ${styles.link}`}
                onClick={() => scrollTo(index)}
              >
                {plainAnswer(heading)}
              </button>
              {canRewrite && isOver(index) && (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={!isSaved}
                  aria-describedby={reasonId}
                  onClick={() => order(index, 'fit')}
                >
                  {t('forms.sections.fit')} · {t('forms.sections.price', { tokens: priceOf(index) })}
                </Button>
              )}
              {canRewrite && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={open === index}
                  aria-label={t('forms.sections.rewriteOf', { heading: plainAnswer(heading) })}
                  onClick={() => setOpen(open === index ? null : index)}
                >
                  {t('forms.sections.rewrite')}
                </Button>
              )}
            </div>
            {open === index && (
              <RewriteForm
                priceOf={(instruction) => priceOf(index, instruction)}
                isSaved={isSaved}
                onSubmit={(instruction) => order(index, 'rewrite', instruction)}
              />
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The limits of a cover letter's answers. */
const answerLimits = (asked: FormDraft): readonly { limit: number; unit: TextUnit }[] =>
  Array.isArray(asked.questions) ? asked.questions : []

function RewriteForm(props: {
  priceOf: (instruction: string) => number
  isSaved: boolean
  onSubmit: (instruction: string) => void
}) {
  const { t } = useTranslation('forms')
  const { values, field, submit } = useForm({ instruction: '' }, ({ instruction }) =>
    checked({ instruction: checkText(instruction, instructionMaxLength, true) }, () => instruction.trim()),
  )
  return (
    <Form
      className={styles.form}
      label={t('forms.sections.rewrite')}
      isBusy={!props.isSaved}
      onSubmit={submit(props.onSubmit)}
    >
      <TextAreaField
        {...field('instruction')}
        label={t('forms.sections.instruction')}
        placeholder={t('forms.sections.instructionPlaceholder')}
        rows={2}
        limit={instructionMaxLength}
      />
      <Button type="submit" variant="default" size="sm" disabled={!props.isSaved}>
        {t('forms.sections.submit', { tokens: props.priceOf(values.instruction) })}
      </Button>
      <p className="u-caption">{t(props.isSaved ? 'forms.sections.kept' : 'forms.sections.saving')}</p>
    </Form>
  )
}

/** Headings of the second level in the open text, in its order. */
function scrollTo(index: number): void {
  const heading = document.querySelectorAll('article [lang] h2').item(index)
  if (heading) scrollGently(heading, 'center')
}
