import { keywordLimits, keywordListsMax, cleanKeyword } from '#shared/keywords.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { moveKeywords, renameList, type OwnList } from './list-data.ts'
import { useTranslation } from '#app/session/words.tsx'

type Props = {
  lists: readonly OwnList[]
  onClose: () => void
}

/** No name of a list has a line break. */
const anew = '\n'

/** Puts keywords into a list. `moved.list`: the one that is chosen at first. */
export default function MoveDialog(
  props: Props & {
    moved: { ids: number[]; list: string }
    /** It is stored. @param list empty when the keywords are in none */
    onDone: (list: string) => void
  },
) {
  const { moved, lists, onDone, onClose } = props
  const { t } = useTranslation('keywordlists')
  const { send, isPending, problem } = useListMutation()
  const { spell, checkName } = useListName(lists)
  const { field, values, submit } = useForm(
    { list: lists.length === 0 ? anew : moved.list, name: '' },
    ({ list, name }) =>
      list === anew ? checked({ name: checkName(name) }, () => spell(name)) : { request: list },
  )
  const move = async (list: string) => {
    const isDone = await send(async ({ supabase }) => moveKeywords(await supabase(), moved.ids, list), {
      done: list ? t('keywordlists.moved', { list }) : t('keywordlists.takenOut'),
    })
    if (isDone) onDone(list)
  }
  return (
    <FormDialog
      title={t('keywordlists.moveTitle')}
      action={t('keywordlists.save')}
      cancelLabel={t('keywordlists.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      problem={problem}
      onSubmit={submit(move)}
      onClose={onClose}
    >
      {lists.length > 0 && (
        <SelectField
          {...field('list')}
          label={t('keywordlists.field')}
          options={[
            { value: '', label: t('keywordlists.none') },
            ...lists.map(({ name }) => ({ value: name, label: name })),
            { value: anew, label: t('keywordlists.new') },
          ]}
        />
      )}
      {values.list === anew && <NameField {...field('name')} />}
    </FormDialog>
  )
}

/** Gives a list another name. */
export function RenameListDialog(
  props: Props & {
    list: string
    /** It is stored. @param ids the keywords that the list had */
    onDone: (name: string, ids: number[]) => void
  },
) {
  const { list, lists, onDone, onClose } = props
  const { t } = useTranslation('keywordlists')
  const { send, isPending, problem } = useListMutation()
  const { spell, checkName } = useListName(lists.filter(({ name }) => name !== list))
  const { field, submit } = useForm({ name: list }, ({ name }) =>
    checked({ name: checkName(name) }, () => spell(name)),
  )
  const rename = async (name: string) => {
    await send(async ({ supabase }) => onDone(name, await renameList(await supabase(), list, name)))
  }
  return (
    <FormDialog
      title={t('keywordlists.rename')}
      action={t('keywordlists.save')}
      cancelLabel={t('keywordlists.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      problem={problem}
      onSubmit={submit(rename)}
      onClose={onClose}
    >
      <NameField {...field('name')} />
    </FormDialog>
  )
}

function NameField(props: {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('keywordlists')
  return (
    <TextField
      {...props}
      label={t('keywordlists.name')}
      limit={keywordLimits.listNameMaxLength}
      inputProps={{ autoComplete: 'off' }}
    />
  )
}

/** A name is stored with one space between words, and as a list spells it that differs in capitals only. */
function useListName(lists: readonly OwnList[]) {
  const { t } = useTranslation('keywordlists')
  const spell = (typed: string): string => {
    const name = cleanKeyword(typed)
    return lists.find((list) => list.name.toLowerCase() === name.toLowerCase())?.name ?? name
  }
  const checkName = (typed: string) =>
    cleanKeyword(typed)
      ? checkText(cleanKeyword(typed), keywordLimits.listNameMaxLength)
      : t('keywordlists.nameEmpty')
  return { spell, checkName }
}

/** @param isInline whether the error is shown where it belongs, and not as a toast */
export function useListMutation(isInline = true) {
  const { t } = useTranslation('keywordlists')
  return useMutation({
    isInline,
    explain: ({ code }) =>
      code === 'texts_full' ? t('keywordlists.full', { count: keywordListsMax }) : null,
  })
}
