import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import type { MailMode } from '#shared/invites.ts'
import { providerName } from '#shared/providers.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { MemberRecord } from '#app/session/session.ts'
import type { OwnAddress } from './address-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { SettingRow } from './setting-row.tsx'

const AddressAsk = lazyWithRetry(async () => ({ default: (await import('./address-ask.tsx')).AddressAsk }))

/** Few have typed an address before: its code is no part of the page. */
const loadTyped = async (memberId: string) => {
  const { typedAddress } = await whenOnline(() => import('./typed-address.ts'))
  return typedAddress.of(memberId)
}

/** The address for e-mails: its value, how it was verified, and a form for another one (B32). */
export function EmailSetting(props: { member: MemberRecord; address: OwnAddress; mailMode: MailMode }) {
  const { language, t } = useTranslation('my')
  const { member, address, mailMode } = props
  // After a new sign-in the form continues where it stopped. Only this browser has its state.
  const [stored, setStored] = useState('')
  useEffect(() => {
    void loadTyped(member.id).then((typed) => setStored(typed.load() ?? ''))
  }, [member.id])
  const [isChosen, setIsOpen] = useState<boolean | null>(null)
  const isOpen = isChosen ?? stored !== ''
  const provider = providerName(member.provider, language)
  const mayChange = mailMode !== 'closed'
  const isWaiting = mayChange && address.waiting !== null
  const origin = address.proven_by ?? (mayChange ? 'nobody' : 'closed')
  const way = isWaiting ? 'emailGoOn' : member.email === null ? 'emailAdd' : 'emailChange'
  const close = () => {
    void loadTyped(member.id).then((typed) => typed.save(null))
    setIsOpen(false)
  }
  return (
    <>
      <SettingRow
        label={t('my.setting.email')}
        value={member.email ?? t('my.setting.emailNone')}
        note={
          isWaiting && !isOpen
            ? t('my.setting.emailWaiting', { email: address.waiting?.email ?? '' })
            : t(`my.setting.emailOf.${origin}`, { provider })
        }
      >
        {mayChange && !isOpen && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t(`my.setting.${way}`)}
          </Button>
        )}
      </SettingRow>
      {mayChange && isOpen && (
        <Suspense>
          <AddressAsk place="setting" mode={mailMode} email={stored} current={member.email} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
