import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { writingTools } from '#shared/tools.ts'
import { TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useEnterGate } from '#app/ui/form.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import type { HistoryFilter } from './history-data.ts'
import { historySorts } from './history-sorts.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { OwnLabel } from './labels-data.ts'
import styles from './history-page.module.css'

/** Search, filters and order. A plain form whose address is the filter, so it also works without scripts. */
export function HistoryFilterBar({ filter, labels }: { filter: HistoryFilter; labels: readonly OwnLabel[] }) {
  const { t, language } = useTranslation('history')
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const composition = useEnterGate()
  const [words, setWords] = useResetState(filter.words, filter.words)
  const submitSoon = () => queueMicrotask(() => form.current && void submit(form.current))
  // A label of the address may be one that no text has any more.
  const names = [...new Set([...labels.map(({ name }) => name), ...(filter.label ? [filter.label] : [])])]
  return (
    <search aria-label={t('history.search')}>
      <Form
        ref={form}
        method="get"
        action={`/${language}/tool/history`}
        className={styles.filter}
        {...composition}
      >
        {filter.isTrash && <input type="hidden" name="view" value="trash" />}
        <div className={styles.search}>
          <TextField
            name="q"
            type="search"
            label={t('history.search')}
            placeholder={t('history.searchPlaceholder')}
            value={words}
            onChange={setWords}
          />
          <Button type="submit" variant="default">
            {t('history.searchSubmit')}
          </Button>
        </div>
        <div className={styles.choices}>
          <Choice
            name="tool"
            label={t('history.tool')}
            chosen={filter.tool ?? ''}
            onChoose={submitSoon}
            options={[
              { value: '', label: t('history.allTools') },
              ...writingTools.map((name) => ({ value: name, label: t(`tools.name.${name}`) })),
              { value: 'own', label: t('history.own.kind') },
            ]}
          />
          {names.length > 0 && (
            <Choice
              name="label"
              label={t('history.label')}
              chosen={filter.label ?? ''}
              onChoose={submitSoon}
              options={[
                { value: '', label: t('history.allLabels') },
                ...names.map((name) => ({ value: name, label: name })),
              ]}
            />
          )}
          {!filter.isTrash && (
            <Choice
              name="sort"
              label={t('history.sort')}
              chosen={filter.sort}
              onChoose={submitSoon}
              options={historySorts.map((sort) => ({ value: sort, label: t(`history.sorts.${sort}`) }))}
            />
          )}
        </div>
      </Form>
    </search>
  )
}

/** A filter that applies as soon as it is chosen. */
function Choice(props: {
  name: string
  label: string
  chosen: string
  onChoose: () => void
  options: { value: string; label: string }[]
}) {
  const [value, setValue] = useResetState(props.chosen, props.chosen)
  return (
    <SelectField
      name={props.name}
      label={props.label}
      value={value}
      onChange={(next) => {
        setValue(next)
        props.onChoose()
      }}
      options={props.options}
    />
  )
}
