import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { uploadKinds } from '#shared/uploads.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useSupabase } from '#app/session/use-api.ts'
import type { UpdateProfile } from './setting-page.tsx'
import { useMyWords } from './my-words.ts'
import styles from './setting-page.module.css'

const accepted = uploadKinds.image.extensions.map((extension) => `.${extension}`).join(',')

/** One of the member's two images: stored first (U01-U10), then referenced in the record. Errors appear next to it. */
export function PictureSetting(props: {
  kind: 'photo' | 'background'
  member: MemberRecord
  onUpdate: UpdateProfile
}) {
  const { t } = useMyWords()
  const getSupabase = useSupabase()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  })
  const { kind, member, onUpdate } = props
  const address = member[kind]
  const label = t(`my.setting.${kind}`)

  async function change(url: () => Promise<string | null>): Promise<void> {
    setState({ isBusy: true, problem: null })
    try {
      const value = await url()
      const problem = await onUpdate(kind === 'photo' ? { photo: value } : { background: value })
      setState({ isBusy: false, problem })
    } catch (error) {
      const code = toAppError(error, 'upload_failed').code
      setState({ isBusy: false, problem: t(`errors.${code}` as Parameters<typeof t>[0]) })
    }
  }

  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    void change(async () => {
      const [{ uploadFile }, { readPicture }] = await Promise.all([
        whenOnline(() => import('#app/session/upload-file.ts')),
        whenOnline(() => import('#app/session/read-picture.ts')),
      ])
      const picture = await readPicture(file)
      return (await uploadFile(await getSupabase(), 'image', picture.file)).publicUrl
    })
  }

  return (
    <div className={styles.row}>
      {address ? (
        <img className={styles.picture} data-kind={kind} src={address} alt="" referrerPolicy="no-referrer" />
      ) : (
        <span className={styles.picture} data-kind={kind} aria-hidden="true">
          {kind === 'photo' ? [...member.nickname][0] : ''}
        </span>
      )}
      <div className={styles.about}>
        <span className={styles.label}>{label}</span>
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
          loading={state.isBusy}
          aria-label={`${label}: ${t('my.setting.choose')}`}
          onClick={() => input.current?.click()}
        >
          {t('my.setting.choose')}
        </Button>
        {address && (
          <Button
            variant="subtle"
            size="sm"
            disabled={state.isBusy}
            aria-label={`${label}: ${t('my.setting.remove')}`}
            onClick={() => void change(() => Promise.resolve(null))}
          >
            {t('my.setting.remove')}
          </Button>
        )}
      </div>
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
    </div>
  )
}
