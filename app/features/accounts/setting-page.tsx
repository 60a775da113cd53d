import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MailMode } from '#shared/invites.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useSavedValue } from '#app/session/use-mutation.ts'
import { SchemeSwitch } from '#app/ui/scheme-switch.tsx'
import type { OwnAddress } from './address-data.ts'
import { EmailSetting } from './email-setting.tsx'
import FactorSetting from './factor-setting.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { useProfile, type SaveProfile } from './profile-mutation.ts'
import { SettingRow } from './setting-row.tsx'
import { useSignOut } from './use-sign-out.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './setting-page.module.css'

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
  const { language, t } = useTranslation('my')
  const { signOut, question } = useSignOut()
  const { member, save } = useProfile(stored)
  const [dialog, setDialog] = useState<'nickname' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className={frame.reading}>
      <Link to={`/${language}/my`} className={frame.back}>
        {t('my.setting.back')}
      </Link>
      <h1 className={frame.title}>{t('my.setting.title')}</h1>

      <Section title={t('my.setting.profile')}>
        <PictureSetting kind="photo" member={member} onSave={save} />
        <PictureSetting kind="background" member={member} onSave={save} />
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
        <MailSetting member={member} onSave={save} />
      </Section>

      <Section title={t('my.setting.security')}>
        <FactorSetting />
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
        {dialog === 'nickname' && <NicknameDialog member={member} onSave={save} onClose={close} />}
        {dialog === 'delete' && <DeleteDialog member={member} waitDays={waitDays} onClose={close} />}
      </Suspense>
    </div>
  )
}

function MailSetting({ member, onSave }: { member: MemberRecord; onSave: SaveProfile }) {
  const { t } = useTranslation('my')
  const [isChecked, change] = useSavedValue(
    member.is_email_reception,
    async (isWanted, call) => {
      await onSave({ is_email_reception: isWanted }, call)
      return isWanted
    },
    { done: t('my.setting.saved'), revalidates: true },
  )
  return (
    <div className={`u-spread ${styles.row}`}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => {
            const { checked } = event.currentTarget
            void change(() => checked)
          }}
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
    <section className="u-ruled u-mt5">
      <h2 className="u-title4">{title}</h2>
      {children}
    </section>
  )
}
