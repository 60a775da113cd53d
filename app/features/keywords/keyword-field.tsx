import { useId, useState, type KeyboardEvent } from 'react'
import { keywordLimits } from '#shared/keywords.ts'
import { TextField } from '#app/ui/fields.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useSuggestions } from './use-suggestions.ts'
import styles from './keyword-field.module.css'

/** The keyword, with the member's own and related keywords to choose from (WAI-ARIA APG, combobox with a list). */
export function KeywordField(props: {
  value: string
  onChange: (keyword: string) => void
  hint: string
  problem: string | undefined
  isMember: boolean
}) {
  const { t } = useTranslation('keywords')
  const id = useId()
  /** What was typed last, until a suggestion is taken or the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(-1)
  const found = useSuggestions(props.isMember ? typed : null)
  const isOpen = found.length > 0
  const close = () => {
    setTyped(null)
    setAt(-1)
  }
  const take = (keyword: string) => {
    props.onChange(keyword)
    close()
  }
  const move = (step: number) => {
    // One place before the first is the field itself.
    const places = found.length + 1
    const next = ((at + 1 + step + places) % places) - 1
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!isOpen) return event.key === 'Enter' && close()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) move(step)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && found[at]) take(found[at].keyword)
    else return event.key === 'Enter' && close()
    event.preventDefault()
  }
  return (
    <div className={styles.field}>
      <TextField
        name="keyword"
        type="search"
        label={t('keywords.form.label')}
        hint={props.hint}
        placeholder={t('keywords.form.placeholder')}
        value={props.value}
        onChange={(keyword) => {
          props.onChange(keyword)
          setTyped(keyword)
          setAt(-1)
        }}
        error={props.problem}
        limit={keywordLimits.maxLength}
        isRequired
        inputProps={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': at >= 0 && isOpen ? `${id}-${at}` : undefined,
          autoComplete: 'off',
          onKeyDown,
          onBlur: close,
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('keywords.suggest.label')}
        className={styles.list}
        hidden={!isOpen}
      >
        {found.map(({ keyword, source }, index) => (
          // The field keeps the focus and takes the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={keyword}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setAt(index)}
            onClick={() => take(keyword)}
          >
            <span className="u-breakable" dir="auto">
              {keyword}
            </span>
            <span className={styles.source}>{t(`keywords.suggest.${source}`)}</span>
          </div>
        ))}
      </div>
      <LiveRegion text={isOpen ? t('keywords.suggest.count', { count: found.length }) : ''} />
    </div>
  )
}
