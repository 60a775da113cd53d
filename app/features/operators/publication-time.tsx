import { useSyncExternalStore } from 'react'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { asLocalInput, readLocalInput, type PublicationDraft, type Publishing } from './publication-draft.ts'
import { useTranslation } from '#app/session/words.tsx'

const never = () => () => undefined
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const noZone = () => null

/** The time of publication: chosen in the device's zone, with the site's time next to it. */
export function PublicationTime(props: {
  draft: PublicationDraft
  /** It is published already, and its date stays. */
  isShown: boolean
  problem: 'required' | 'past' | undefined
  onChange: (part: Partial<PublicationDraft>) => void
}) {
  const { t } = useTranslation('operators', 'publishing')
  const { draft, onChange } = props
  const zone = useSyncExternalStore(never, zoneOfBrowser, noZone)
  const choices: Publishing[] = ['draft', 'now', 'time']
  return (
    <>
      <ChoiceField
        name="publish"
        label={t('publishing.when')}
        value={draft.publish}
        onChange={(publish) => onChange({ publish })}
        options={choices.map((value) => ({
          value,
          label: value === 'now' && props.isShown ? t('publishing.keep') : t(`publishing.publish.${value}`),
        }))}
      />
      {draft.publish === 'time' && zone !== null && (
        <TextField
          name="at"
          type="datetime-local"
          label={t('publishing.time')}
          hint={[
            t('publishing.zone', { zone }),
            draft.at && t('publishing.instant', { time: draft.at.slice(0, 16).replace('T', ' ') }),
          ]
            .filter(Boolean)
            .join(' ')}
          error={props.problem && t(`publishing.timeProblem.${props.problem}`)}
          value={asLocalInput(draft.at)}
          onChange={(value) => onChange({ at: readLocalInput(value) })}
        />
      )}
    </>
  )
}
