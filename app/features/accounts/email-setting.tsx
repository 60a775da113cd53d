import { Button } from '@mantine/core'
import { Suspense, useState, useSyncExternalStore } from 'react'
import type { MailMode } from '#shared/invites.ts'
import { providerName } from '#shared/providers.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { typedAddress, type OwnAddress } from './address-data.ts'
import { useMyWords } from './my-words.ts'
import { SettingRow } from './setting-row.tsx'

const AddressAsk = lazyWithRetry(async () => ({ default: (await import('./address-ask.tsx')).AddressAsk }))

const never = () => () => undefined

/** The address for e-mails: its value, how it was verified, and a form for another one (B32). */
export function EmailSetting(props: { member: MemberRecord; address: OwnAddress; mailMode: MailMode }) {
  const { language, t } = useMyWords()
  const { member, address, mailMode } = props
  // After a new sign-in the form continues where it stopped. Only this browser has its state.
  const typed = typedAddress.of(member.id)
  const stored = useSyncExternalStore(
    never,
    () => typed.load() ?? '',
    () => '',
  )
  const [isChosen, setIsOpen] = useState<boolean | null>(null)
  const isOpen = isChosen ?? stored !== ''
  const provider = providerName(member.provider, language)
  const mayChange = mailMode !== 'closed'
  const isWaiting = mayChange && address.waiting !== null
  const origin = address.proven_by ?? (mayChange ? 'nobody' : 'closed')
  const way = isWaiting ? 'emailGoOn' : member.email === null ? 'emailAdd' : 'emailChange'
  const close = () => {
    typed.save(null)
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
