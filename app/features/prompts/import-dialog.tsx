import { Button } from '@mantine/core'
import { useState } from 'react'
import { modelLabels } from '#shared/model-labels.ts'
import { importLinesMax, promptModels, promptsPerDayMax, type PromptModelName } from '#shared/prompts.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { ImportReport } from './import-report.tsx'
import { CategoryFields } from './prompt-fields.tsx'
import type { CategoryLabels } from './prompts-data.ts'
import { importFileMegabytesMax, useImport } from './use-import.ts'
import styles from './import-dialog.module.css'

/** Prompts of a file become drafts; what becomes of each line is shown before anything is made. */
export default function ImportDialog(props: {
  labels: CategoryLabels
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('transfer', 'errors')
  const state = useImport()
  const { made } = state
  const make = async () => {
    const count = made.length
    if (!(await state.make())) return
    showToast({ message: t('transfer.import.done', { count }) })
    props.onDone()
    props.onClose()
  }
  return (
    <Dialog
      isOpen
      isWide
      title={t('transfer.import.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('transfer.import.cancel')}
          </Button>
          {state.hasFile && (
            <Button
              variant="filled"
              loading={state.isBusy}
              disabled={made.length === 0}
              onClick={() => void make()}
            >
              {t('transfer.import.make', { count: made.length })}
            </Button>
          )}
        </>
      }
    >
      <p>{t('transfer.import.lead')}</p>
      <p className="u-note">{t('transfer.import.columns')}</p>
      <div className="u-actions u-mt4">
        <label className={styles.fileButton}>
          {t('transfer.import.file')}
          <input
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              // The same file can be chosen again after it was corrected.
              event.currentTarget.value = ''
              if (file) void state.open(file)
            }}
          />
        </label>
        {state.fileName && <span className="u-note">{state.fileName}</span>}
      </div>
      {state.fileProblem && (
        <p role="alert" className={styles.error}>
          {t(`transfer.import.${state.fileProblem}`, {
            count: state.fileProblem === 'tooLarge' ? importFileMegabytesMax : importLinesMax,
          })}
        </p>
      )}
      {state.error && (
        <p role="alert" className={styles.error}>
          {t(`errors.${state.error}`)}
        </p>
      )}
      {state.hasFile && (
        <>
          <Choices state={state} labels={props.labels} />
          <Summary state={state} />
          <ImportReport lines={state.lines} />
        </>
      )}
    </Dialog>
  )
}

type State = ReturnType<typeof useImport>

/** The defaults for lines without their own values. */
function Choices({ state, labels }: { state: State; labels: CategoryLabels }) {
  const { t } = useTranslation('transfer')
  const [category, setCategory] = useState({ main: '', sub: '' })
  const { modelId, isConverting } = state.choices
  const models = Object.keys(promptModels) as PromptModelName[]
  return (
    <fieldset className={styles.choices}>
      <legend>{t('transfer.import.missing')}</legend>
      <CategoryFields
        draft={category}
        labels={labels}
        error={() => undefined}
        change={(changes) => {
          const next = { ...category, ...changes }
          setCategory(next)
          state.choose({ subId: next.sub === '' ? null : Number(next.sub) })
        }}
      />
      <ChoiceField
        name="import-model"
        label={t('transfer.import.fields.model')}
        value={models.find((name) => promptModels[name] === modelId) ?? ''}
        options={models.map((value) => ({ value, label: modelLabels[value] }))}
        onChange={(name) => state.choose({ modelId: promptModels[name] })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isConverting}
          onChange={(event) => state.choose({ isConverting: event.currentTarget.checked })}
        />
        {t('transfer.import.convert')}
      </label>
    </fieldset>
  )
}

function Summary({ state }: { state: State }) {
  const { t } = useTranslation('transfer')
  const { lines, leftToday, isBusy, made } = state
  const count = (verdict: string) => lines.filter((line) => line.verdict === verdict).length
  const ready = count('ready')
  return (
    <div role="status" className={styles.summary}>
      {isBusy ? (
        <p>{t('transfer.import.reading')}</p>
      ) : (
        <>
          <p>
            {t('transfer.import.summary', { ready, duplicate: count('duplicate'), wrong: count('wrong') })}
          </p>
          {ready > made.length && (
            <p>
              {t(`transfer.import.${leftToday > 0 ? 'left' : 'leftNone'}`, {
                max: promptsPerDayMax,
                count: leftToday,
              })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
