import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { writingTools } from '#shared/tools.ts'
import { TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useEnterGate } from '#app/ui/form.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import type { HistoryFilter } from './history-data.ts'
import { useHistoryWords } from './history-words.ts'
import styles from './history-page.module.css'

/** Search and filter. A plain form whose address is the filter, so it also works without scripts. */
export function HistoryFilterBar({ filter }: { filter: HistoryFilter }) {
  const { t, language } = useHistoryWords()
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const composition = useEnterGate()
  const [words, setWords] = useResetState(filter.words, filter.words)
  const [tool, setTool] = useResetState<string>(filter.tool ?? '', filter.tool)
  return (
    <search aria-label={t('history.search')}>
      <Form
        ref={form}
        method="get"
        action={`/${language}/tool/history`}
        className={styles.filter}
        {...composition}
      >
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
        <SelectField
          name="tool"
          label={t('history.tool')}
          value={tool}
          onChange={(value) => {
            setTool(value)
            queueMicrotask(() => form.current && void submit(form.current))
          }}
          options={[
            { value: '', label: t('history.allTools') },
            ...writingTools.map((name) => ({ value: name, label: t(`tools.name.${name}`) })),
          ]}
        />
      </Form>
    </search>
  )
}
