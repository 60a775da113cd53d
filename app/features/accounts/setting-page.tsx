import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ProfileUpdate } from '#shared/accounts.ts'
import type { MailMode } from '#shared/invites.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { SchemeSwitch } from '#app/ui/scheme-switch.tsx'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { OwnAddress } from './address-data.ts'
import { EmailSetting } from './email-setting.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import { useMyWords } from './my-words.ts'
import { PictureSetting } from './picture-setting.tsx'
import { updateProfile, type ProfileChange } from './profile-data.ts'
import { SettingRow } from './setting-row.tsx'
import { useSignOut } from './use-sign-out.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './setting-page.module.css'

const FactorSetting = await preloadedLazy('#factor-setting', () => import('./factor-setting.tsx'))
const NicknameDialog = lazyWithRetry(() => import('./nickname-dialog.tsx'))
const DeleteDialog = lazyWithRetry(() => import('./delete-dialog.tsx'))

/**
 * Account, address, language, colour scheme, e-mails, second factor and account deletion (R12, R13).
 * @param props.stored the member as the page loaded it
 * @param props.waitDays how long a deleted account cannot be registered again
 */
export function SettingPage(props: {
  stored: MemberRecord
  address: OwnAddress
  mailMode: MailMode
  waitDays: number
  languageSwitch: ReactNode
}) {
  const { stored, address, mailMode, waitDays, languageSwitch } = props
  const { language, t } = useMyWords()
  const { signOut, question } = useSignOut()
  const { member, update } = useProfile(stored)
  const [dialog, setDialog] = useState<'nickname' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className={frame.reading}>
      <Link to={`/${language}/my`} className={frame.back}>
        {t('my.setting.back')}
      </Link>
      <h1 className={frame.title}>{t('my.setting.title')}</h1>

      <Section title={t('my.setting.profile')}>
        <PictureSetting kind="photo" member={member} onUpdate={update} />
        <PictureSetting kind="background" member={member} onUpdate={update} />
        <SettingRow label={t('my.setting.nickname')} value={member.nickname}>
          <Button variant="default" onClick={() => setDialog('nickname')}>
            {t('my.setting.nicknameChange')}
          </Button>
        </SettingRow>
        <EmailSetting member={member} address={address} mailMode={mailMode} />
      </Section>

      <Section title={t('my.setting.look')}>
        <SettingRow label={t('my.setting.language')}>{languageSwitch}</SettingRow>
        <SettingRow label={t('my.setting.scheme')}>
          <SchemeSwitch
            label={t('site.scheme.label')}
            names={{
              auto: t('site.scheme.auto'),
              light: t('site.scheme.light'),
              dark: t('site.scheme.dark'),
            }}
          />
        </SettingRow>
      </Section>

      <Section title={t('my.setting.mail')}>
        <MailSetting member={member} onUpdate={update} />
      </Section>

      <Section title={t('my.setting.security')}>
        <Suspense fallback={<SettingRow label={t('my.factor.title')} note={t('my.factor.loading')} />}>
          <FactorSetting />
        </Suspense>
        <SettingRow label={t('my.setting.signOutAll')} note={t('my.setting.signOutAllText')}>
          <Button variant="default" onClick={() => void signOut('global')}>
            {t('my.setting.signOutAll')}
          </Button>
        </SettingRow>
      </Section>

      <Section title={t('my.delete.title')}>
        <SettingRow note={t('my.delete.text')}>
          <Button variant="default" onClick={() => setDialog('delete')}>
            {t('my.delete.open')}
          </Button>
        </SettingRow>
      </Section>

      {question}
      <Suspense>
        {dialog === 'nickname' && <NicknameDialog member={member} onUpdate={update} onClose={close} />}
        {dialog === 'delete' && <DeleteDialog member={member} waitDays={waitDays} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Sends one field and merges the answer into the member on the screen. */
function useProfile(stored: MemberRecord) {
  const { t } = useMyWords()
  const api = useApi()
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  // Newer loader data contain the saved values, and changes from elsewhere.
  const [merged, setMerged] = useResetState<ProfileChange>({}, stored)
  const member: MemberRecord = { ...stored, ...merged }
  return {
    member,
    /** @returns null, or the error as a message */
    async update(change: ProfileUpdate): Promise<string | null> {
      try {
        const changed = await updateProfile(api, await getSupabase(), member, change)
        setMerged((before) => ({ ...before, ...changed }))
        showToast({ message: t('my.setting.saved') })
        void revalidate()
        return null
      } catch (error) {
        return toAppError(error).words ?? t('my.setting.failed')
      }
    },
  }
}

export type UpdateProfile = ReturnType<typeof useProfile>['update']

function MailSetting({ member, onUpdate }: { member: MemberRecord; onUpdate: UpdateProfile }) {
  const { t } = useMyWords()
  const [isChecked, setIsChecked] = useState(member.is_email_reception)
  const [isBusy, setIsBusy] = useState(false)
  const change = async (wanted: boolean) => {
    setIsChecked(wanted)
    setIsBusy(true)
    const problem = await onUpdate({ is_email_reception: wanted })
    setIsBusy(false)
    if (problem === null) return
    setIsChecked(!wanted)
    showToast({ message: problem, tone: 'error' })
  }
  return (
    <div className={styles.row}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isBusy}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <span>
          {t('my.setting.mailLabel')}
          <span className={styles.note}>{t('my.setting.mailHint')}</span>
        </span>
      </label>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}
