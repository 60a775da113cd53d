import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { finds } from '#app/ui/finds.ts'
import { Form } from '#app/ui/form.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { labelLimits, labelTexts, listLabels, type LabelledText } from './labels-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './labels-dialog.module.css'

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Chooses the labels of one or several texts: own labels to tick, found while typing, or a new one. A label that only
 * some of the texts have stays as it is until it is pressed.
 */
export default function LabelsDialog(props: {
  texts: readonly LabelledText[]
  onSaved: (texts: LabelledText[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('labels', 'errors')
  const getSupabase = useSupabase()
  const { texts } = props
  const [own, setOwn] = useState<string[] | null>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const { send, isPending } = useMutation()
  const id = useId()
  const fail = (error: unknown) => setProblem(t(`errors.${toAppError(error).code}`))

  const failToLoad = useEffectEvent((error: unknown) => {
    setOwn([])
    fail(error)
  })
  useEffect(() => {
    let isWanted = true
    const load = async () => (await listLabels(await getSupabase())).map(({ name }) => name)
    load().then(
      (names) => isWanted && setOwn(names),
      (error: unknown) => isWanted && failToLoad(error),
    )
    return () => {
      isWanted = false
    }
  }, [getSupabase])

  const name = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  const names = [...new Set([...chosen.keys(), ...texts.flatMap(({ labels }) => labels), ...(own ?? [])])]
  const shown = names.filter((each) => finds(name, each))
  const holders = (label: string) => texts.filter(({ labels }) => labels.includes(label)).length
  const isOn = (label: string) => chosen.get(label) ?? (texts.length > 0 && holders(label) === texts.length)
  const isMixed = (label: string) => !chosen.has(label) && holders(label) > 0 && !isOn(label)
  const choose = (label: string, isWanted: boolean) => setChosen((now) => new Map(now).set(label, isWanted))
  const known = names.find((each) => isSame(each, name))
  const isTooLong = countCharacters(name) > labelLimits.name

  /** Ticks what was typed. @returns the choice, or null when it is refused */
  function addTyped(): ReadonlyMap<string, boolean> | null {
    if (!name) return chosen
    if (isTooLong) {
      setProblem(t('errors.field.too_long', { count: labelLimits.name }))
      return null
    }
    const next = new Map(chosen).set(known ?? name, true)
    setChosen(next)
    setTyped('')
    setProblem(null)
    return next
  }

  async function save(): Promise<void> {
    const next = addTyped()
    if (!next) return
    const change = {
      added: [...next.keys()].filter((each) => next.get(each) && holders(each) < texts.length),
      removed: [...next.keys()].filter((each) => !next.get(each) && holders(each) > 0),
    }
    if (change.added.length === 0 && change.removed.length === 0) return props.onClose()
    const countAfter = ({ labels }: LabelledText) =>
      [...new Set([...labels, ...change.added])].filter((each) => !change.removed.includes(each)).length
    if (texts.some((text) => countAfter(text) > labelLimits.perText))
      return setProblem(t('labels.tooMany', { count: labelLimits.perText }))
    const isSaved = await send(
      async ({ supabase }) =>
        props.onSaved(
          await labelTexts(
            await supabase(),
            texts.map((text) => text.id),
            change,
          ),
        ),
      { onError: setProblem },
    )
    if (isSaved) props.onClose()
  }

  return (
    <Dialog
      isOpen
      title={t(texts.length > 1 ? 'labels.titleMany' : 'labels.title', { count: texts.length })}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <Button variant="filled" loading={isPending} onClick={() => void save()}>
          {t('labels.save')}
        </Button>
      }
    >
      <Form label={t('labels.field')} className={styles.form} onSubmit={() => void addTyped()}>
        <TextField
          name="label"
          label={t('labels.field')}
          hint={t('labels.hint', { count: labelLimits.perText })}
          limit={labelLimits.name}
          value={typed}
          error={problem ?? undefined}
          onChange={(value) => {
            setTyped(value)
            setProblem(null)
          }}
          inputProps={{ autoComplete: 'off' }}
        />
        {name && !known && (
          <Button type="submit" variant="default" size="sm">
            {t('labels.create', { name })}
          </Button>
        )}
      </Form>
      {shown.length > 0 && (
        <ul className={styles.options} aria-label={t('labels.list')}>
          {shown.map((label) => (
            <li key={label}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  id={`${id}-${label}`}
                  checked={isOn(label)}
                  ref={(box) => {
                    if (box) box.indeterminate = isMixed(label)
                  }}
                  onChange={() => choose(label, !isOn(label))}
                />
                <span>{label}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {own !== null && names.length === 0 && !name && <p className="u-mt3">{t('labels.empty')}</p>}
    </Dialog>
  )
}
