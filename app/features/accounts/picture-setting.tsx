import { Button } from '@mantine/core'
import { useRef } from 'react'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { AppError } from '#shared/errors.ts'
import { uploadKinds } from '#shared/uploads.ts'
import type { MemberRecord } from '#app/session/session.ts'
import type { Call } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useProfileMutation, type SaveProfile } from './profile-mutation.ts'
import styles from './setting-page.module.css'

const accepted = uploadKinds.image.extensions.map((extension) => `.${extension}`).join(',')

/** One of the member's two images: stored first (U01-U10), then referenced in the record. Errors appear next to it. */
export function PictureSetting(props: {
  kind: 'photo' | 'background'
  member: MemberRecord
  onSave: SaveProfile
}) {
  const { t } = useTranslation('my', 'errors')
  const { send, isPending, problem } = useProfileMutation()
  const input = useRef<HTMLInputElement>(null)
  const { kind, member, onSave } = props
  const address = member[kind]
  const label = t(`my.setting.${kind}`)

  const change = (find: (call: Call) => Promise<string | null>) =>
    send(async (call) => {
      const value = await find(call)
      await onSave(kind === 'photo' ? { photo: value } : { background: value }, call)
    })

  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    void change(async ({ supabase }) => {
      const [{ uploadFile }, { readPicture }] = await Promise.all([
        whenOnline(() => import('#app/session/upload-file.ts')),
        whenOnline(() => import('#app/session/read-picture.ts')),
      ])
      try {
        const picture = await readPicture(file)
        return (await uploadFile(await supabase(), 'image', picture.file)).publicUrl
      } catch (error) {
        const { code } = toAppError(error, 'upload_failed')
        throw new AppError(code, { message: t(`errors.${code}`) })
      }
    })
  }

  return (
    <div className={`u-spread ${styles.row}`}>
      {address ? (
        <img className={styles.picture} data-kind={kind} src={address} alt="" referrerPolicy="no-referrer" />
      ) : (
        <span className={styles.picture} data-kind={kind} aria-hidden="true">
          {kind === 'photo' ? [...member.nickname][0] : ''}
        </span>
      )}
      <div className={styles.about}>
        <span className="u-bold">{label}</span>
        <span className={styles.note}>{t('my.setting.pictureHint')}</span>
      </div>
      <div className={styles.buttons}>
        <input
          ref={input}
          type="file"
          className={styles.file}
          accept={accepted}
          aria-label={label}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <Button
          variant="default"
          loading={isPending}
          aria-label={`${label}: ${t('my.setting.choose')}`}
          onClick={() => input.current?.click()}
        >
          {t('my.setting.choose')}
        </Button>
        {address && (
          <Button
            variant="subtle"
            size="sm"
            disabled={isPending}
            aria-label={`${label}: ${t('my.setting.remove')}`}
            onClick={() => void change(() => Promise.resolve(null))}
          >
            {t('my.setting.remove')}
          </Button>
        )}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
