import { Button } from '@mantine/core'
import { useState } from 'react'
import { nicknameMaxLength } from '#shared/accounts.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import type { UpdateProfile } from './setting-page.tsx'
import { useMyWords } from './my-words.ts'

const formId = 'nickname-form'

/** Changes the nickname (R13). The server checks its rules (B16) and whether it is taken. */
export default function NicknameDialog(props: {
  member: MemberRecord
  onUpdate: UpdateProfile
  onClose: () => void
}) {
  const { t } = useMyWords()
  const [name, setName] = useState(props.member.nickname)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (form: HTMLFormElement) => {
    setIsBusy(true)
    const found = name.trim() === props.member.nickname ? null : await props.onUpdate({ nickname: name })
    setIsBusy(false)
    setProblem(found)
    if (found === null) props.onClose()
    else focusFirstError(form)
  }
  return (
    <Dialog
      isOpen
      title={t('my.setting.nicknameChange')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('my.setting.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {t('my.setting.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} isBusy={isBusy} onSubmit={(form) => void save(form)}>
        <TextField
          name="nickname"
          label={t('my.setting.nickname')}
          hint={t('my.setting.nicknameHint')}
          limit={nicknameMaxLength}
          value={name}
          onChange={setName}
          error={problem ?? undefined}
          inputProps={{ autoComplete: 'nickname', autoFocus: true }}
        />
      </Form>
    </Dialog>
  )
}
