import { Button } from '@mantine/core'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { convertPlaceholders, findForeignPlaceholders } from '#shared/foreign-placeholders.ts'
import { promptLimits } from '#shared/prompts.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './prompt-text-field.module.css'

type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

/** The prompt's text, with a way to put variables in and an offer to convert those of other libraries (P05). */
export function PromptTextField({ value, error, onChange }: Props) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const field = useRef<HTMLDivElement>(null)
  const write = (text: string, range: 'all' | 'selection') => {
    const area = field.current?.querySelector('textarea')
    if (!area) return
    area.focus()
    if (range === 'all') area.select()
    // Inserted as if typed, so that the browser's own undo reverts it; where that is refused, the value is set
    // directly.
    if (document.execCommand('insertText', false, text)) return
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    onChange(area.value)
  }
  return (
    <div ref={field} className={styles.field}>
      <TextAreaField
        name="prompt"
        label={t('authoring.field.prompt')}
        hint={t('authoring.field.promptHint')}
        placeholder={t('authoring.field.promptPlaceholder')}
        rows={12}
        isRequired
        limit={promptLimits.prompt}
        value={value}
        error={error}
        onChange={onChange}
      />
      <ConversionOffer value={value} onConvert={(text) => write(text, 'all')} />
      <div className={styles.tools}>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            const area = field.current?.querySelector('textarea')
            if (area)
              insertVariable(area, t('authoring.field.insertName'), (text) => write(text, 'selection'))
          }}
        >
          {t('authoring.field.insert')}
        </Button>
        <VariableHelp />
      </div>
    </div>
  )
}

/** Turns the selection into a variable; without a selection it inserts one, with its name selected for typing. */
function insertVariable(
  area: HTMLTextAreaElement,
  fallbackName: string,
  write: (text: string) => void,
): void {
  const start = area.selectionStart
  const selected = area.value
    .slice(start, area.selectionEnd)
    .replaceAll(/[#\n]+/g, ' ')
    .trim()
  const name = selected || fallbackName
  write(`##${name}##`)
  area.setSelectionRange(start + 2, start + 2 + name.length)
}

function VariableHelp() {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  return (
    <details className={styles.help}>
      <summary>{t('authoring.help.title')}</summary>
      <dl>
        {(['plain', 'long', 'default', 'choice', 'optional'] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`authoring.help.${kind}`)}</dt>
            <dd>
              <code>{t(`authoring.help.${kind}Code`)}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Reports variables in another library's syntax, converts them on request, and can undo that. */
function ConversionOffer({ value, onConvert }: { value: string; onConvert: (text: string) => void }) {
  const { t } = useTranslation('authoring', 'library', 'prompts')
  const text = useDeferredValue(value)
  const found = useMemo(() => findForeignPlaceholders(text), [text])
  const names = found.map(({ written }) => written).join('\n')
  const [refused, setRefused] = useState<string | null>(null)
  const [done, setDone] = useState<{ before: string; after: string; count: number } | null>(null)
  const isFresh = done !== null && done.after === value
  if (!isFresh && (found.length === 0 || names === refused)) return null
  return (
    <div className={`u-middle-row ${styles.offer}`} role="status">
      {isFresh ? (
        <>
          <p>{t('authoring.offer.done', { count: done.count })}</p>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              onConvert(done.before)
              setRefused(listNames(done.before))
            }}
          >
            {t('authoring.offer.undo')}
          </Button>
        </>
      ) : (
        <>
          <p>
            {t('authoring.offer.text', { count: found.length })}{' '}
            <span className="u-muted u-breakable">{describe(found.map(({ written }) => written))}</span>
          </p>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              const after = convertPlaceholders(value)
              onConvert(after)
              setDone({ before: value, after, count: found.length })
            }}
          >
            {t('authoring.offer.convert')}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => setRefused(names)}>
            {t('authoring.offer.keep')}
          </Button>
        </>
      )}
    </div>
  )
}

const listNames = (text: string): string =>
  findForeignPlaceholders(text)
    .map(({ written }) => written)
    .join('\n')

const shownMax = 4
const describe = (written: string[]): string =>
  written.slice(0, shownMax).join(', ') + (written.length > shownMax ? ' …' : '')
