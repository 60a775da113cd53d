import { Button } from '@mantine/core'
import { estimateEdit, textMaxOf } from '#shared/tools-edit.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './document-commands.module.css'

export type WholeFeature = 'title' | 'tag' | 'text-fix'

/**
 * Commands for the whole text, with their prices, below it. Before they are available it only reserves their space, so
 * that nothing moves.
 */
export function DocumentCommands(props: {
  text: string
  /** Kinds of text that have no tags are offered none. */
  hasTags: boolean
  onAsk?: (feature: WholeFeature, text: string) => void
  onPicture?: () => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const { t: tp } = useTranslation('madepictures', 'pictures')
  const model = useRootData()?.toolModel ?? 'demo'
  const { onAsk } = props
  const whole = Array.from(props.text)
  const textFor = (feature: WholeFeature) => whole.slice(0, textMaxOf(feature)).join('')
  const isEmpty = props.text.trim() === ''
  const features: WholeFeature[] = ['text-fix', 'title', ...(props.hasTags ? ['tag' as const] : [])]
  const priceOf = (feature: WholeFeature) =>
    t('writing.again.price', {
      tokens: estimateEdit({ feature, text: textFor(feature), before: '', after: '', instruction: '' }, model)
        .expected,
    })
  return (
    <div className={styles.row} data-text-commands data-waiting={onAsk ? undefined : true}>
      <span className={styles.hint}>{t('editor.edit.hint')}</span>
      {features.map((feature) => (
        <Button
          key={feature}
          variant="subtle"
          size="sm"
          disabled={isEmpty}
          onClick={() => onAsk?.(feature, textFor(feature))}
        >
          {t(`editor.edit.command.${feature}`)}
          {!isEmpty && ` · ${priceOf(feature)}`}
        </Button>
      ))}
      <Button variant="subtle" size="sm" onClick={props.onPicture}>
        {tp('madepictures.instruction.command')} · {tp('pictures.count.one')}
      </Button>
    </div>
  )
}
