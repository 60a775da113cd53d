import { Button } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { languages } from '#shared/language.ts'
import { modelLabels } from '#shared/model-labels.ts'
import {
  listSubCategories,
  promptCategories,
  promptModels,
  promptSorts,
  type PromptCategory,
} from '#shared/prompts.ts'
import { useMember } from '#app/session/root-data.ts'
import { TextField } from '#app/ui/fields.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import { writePromptFilter, type PromptFilter } from './prompt-filter.ts'
import type { CategoryLabels } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './filter-bar.module.css'

/** The search field, order and filters. A plain form whose address is the filter, so it also works without scripts. */
export function FilterBar(props: {
  path: string
  filter: PromptFilter
  labels: CategoryLabels
  /** The keyword's error, in the visitor's language. */
  keywordError: string | undefined
}) {
  const { t } = useTranslation('prompts')
  const { filter, path } = props
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const [keyword, setKeyword] = useResetState(filter.keyword, filter.keyword)
  const isMember = useMember() !== null
  const submitSoon = () => queueMicrotask(() => form.current && void submit(form.current))

  return (
    <search className={styles.bar} aria-label={t('prompts.filter.label')}>
      <Form ref={form} method="get" action={path} className={styles.form}>
        <div className={styles.keyword}>
          <TextField
            name="keyword"
            type="search"
            label={t('prompts.search.label')}
            value={keyword}
            onChange={setKeyword}
            error={props.keywordError}
            placeholder={t(isMember ? 'prompts.search.placeholderMember' : 'prompts.search.placeholder')}
          />
          <Button type="submit" variant="default">
            {t('prompts.search.submit')}
          </Button>
        </div>
        <CategorySelects filter={filter} labels={props.labels} onChoose={submitSoon} />
        <HiddenFields filter={filter} />
      </Form>
      <Chips path={path} filter={filter} labels={props.labels} />
    </search>
  )
}

function CategorySelects(props: { filter: PromptFilter; labels: CategoryLabels; onChoose: () => void }) {
  const { t } = useTranslation('prompts')
  const { filter, labels } = props
  const mains = Object.keys(promptCategories) as PromptCategory[]
  const [main, setMain] = useResetState<string>(filter.main ?? '', filter.main)
  return (
    <div className={styles.selects}>
      <SelectField
        name="main"
        label={t('prompts.filter.main')}
        value={main}
        onChange={(value) => {
          setMain(value)
          props.onChoose()
        }}
        options={[
          { value: '', label: t('prompts.filter.allMains') },
          ...mains.map((code) => ({ value: code, label: labels[code] ?? code })),
        ]}
      />
      {/* Another main category has other sub-categories. */}
      {main === (filter.main ?? '') &&
        filter.subs.map((id) => <input key={id} type="hidden" name="sub" value={id} />)}
    </div>
  )
}

/** Hidden fields that preserve the chips' choice when the form is submitted. */
function HiddenFields({ filter }: { filter: PromptFilter }) {
  return (
    <>
      {filter.sort !== 'trending' && <input type="hidden" name="sort" value={filter.sort} />}
      {filter.models.map((name) => (
        <input key={name} type="hidden" name="model" value={name} />
      ))}
      {filter.languages.map((code) => (
        <input key={code} type="hidden" name="language" value={code} />
      ))}
      {filter.type !== 'all' && <input type="hidden" name="type" value={filter.type} />}
    </>
  )
}

function Chips(props: { path: string; filter: PromptFilter; labels: CategoryLabels }) {
  const { t } = useTranslation('prompts')
  const { path, filter, labels } = props
  const address = (change: Partial<PromptFilter>) => path + writePromptFilter({ ...filter, ...change })
  const isFiltered = writePromptFilter({ ...filter, sort: 'trending' }) !== ''
  return (
    <div className={styles.chips}>
      <ChipGroup label={t('prompts.filter.sort')}>
        {promptSorts.map((sort) => (
          <Chip key={sort} to={address({ sort })} isOn={filter.sort === sort}>
            {t(`prompts.sort.${sort}`)}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('prompts.filter.model')}>
        {(Object.keys(promptModels) as (keyof typeof promptModels)[]).map((name) => (
          <Chip
            key={name}
            to={address({ models: toggle(filter.models, name) })}
            isOn={filter.models.includes(name)}
          >
            {modelLabels[name]}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('prompts.filter.language')}>
        {languages.map((code) => (
          <Chip
            key={code}
            to={address({ languages: toggle(filter.languages, code) })}
            isOn={filter.languages.includes(code)}
          >
            {t(`prompts.language.${code}`)}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('prompts.filter.type')}>
        <Chip to={address({ type: 'all' })} isOn={filter.type === 'all'}>
          {t('prompts.filter.typeAll')}
        </Chip>
        <Chip to={address({ type: 'text' })} isOn={filter.type === 'text'}>
          {t('prompts.filter.typeText')}
        </Chip>
      </ChipGroup>
      {(filter.main || filter.subs.length > 0) && (
        <ChipGroup label={t('prompts.filter.sub')}>
          <Chip to={address({ subs: [] })} isOn={filter.subs.length === 0}>
            {t('prompts.filter.allSubs')}
          </Chip>
          {offeredSubs(filter).map(({ id, code }) => (
            <Chip key={id} to={address({ subs: toggle(filter.subs, id) })} isOn={filter.subs.includes(id)}>
              {labels[code] ?? code}
            </Chip>
          ))}
        </ChipGroup>
      )}
      {isFiltered && (
        <Link to={path} className="u-note" preventScrollReset>
          {t('prompts.filter.clear')}
        </Link>
      )}
    </div>
  )
}

/** The sub-categories of the main category, and any others that the address contains (P09). */
const offeredSubs = ({ main, subs }: PromptFilter) =>
  (Object.keys(promptCategories) as PromptCategory[]).flatMap((each) =>
    listSubCategories(each).filter(({ id }) => each === main || subs.includes(id)),
  )

function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {children}
    </div>
  )
}

function Chip(props: { to: string; isOn: boolean; children: ReactNode }) {
  return (
    <Link to={props.to} className={styles.chip} aria-current={props.isOn || undefined} preventScrollReset>
      {props.children}
    </Link>
  )
}

const toggle = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
