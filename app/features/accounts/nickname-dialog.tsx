import { nicknameMaxLength } from '#shared/accounts.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useForm } from '#app/session/use-form.ts'
import { TextField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { useProfileMutation, type SaveProfile } from './profile-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Changes the nickname (R13). The server checks its rules (B16) and whether it is taken. */
export default function NicknameDialog(props: {
  member: MemberRecord
  onSave: SaveProfile
  onClose: () => void
}) {
  const { t } = useTranslation('my')
  const { send, isPending } = useProfileMutation()
  const { field, refuse, submit } = useForm({ nickname: props.member.nickname }, ({ nickname }) => ({
    request: { nickname },
  }))
  const save = async (change: { nickname: string }) => {
    const isSame = change.nickname.trim() === props.member.nickname
    const onError = (nickname: string) => refuse({ nickname })
    if (isSame || (await send((call) => props.onSave(change, call), onError))) props.onClose()
  }
  return (
    <FormDialog
      title={t('my.setting.nicknameChange')}
      action={t('my.setting.save')}
      cancelLabel={t('my.setting.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      onSubmit={submit(save)}
      onClose={props.onClose}
    >
      <TextField
        {...field('nickname')}
        label={t('my.setting.nickname')}
        hint={t('my.setting.nicknameHint')}
        limit={nicknameMaxLength}
        inputProps={{ autoComplete: 'nickname', autoFocus: true }}
      />
    </FormDialog>
  )
}
