import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import type { ConflictProps } from './conflict-notice.tsx'
import type { StoredText } from '../writing/text-data.ts'
import { useShownText } from '../writing/writing-context.ts'
import { TextPreview } from '../writing/text-preview.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './versions-dialog.module.css'

/** Both sides of a conflict side by side. The side that is not chosen remains among the versions. */
export default function ConflictDialog(props: ConflictProps & { onClose: () => void }) {
  const { t, language } = useTranslation('conflict', 'errors')
  const { shown: document } = useShownText()
  const [theirs, setTheirs] = useState<StoredText | null>(null)
  const [problem, setProblem] = useState<AppError | null>(null)
  const { send, isPending } = useMutation()
  const load = useEffectEvent(props.getTheirs)
  useEffect(() => {
    load().then(setTheirs, (error: unknown) => setProblem(toAppError(error)))
  }, [])
  const choose = (side: ConflictProps['onMine']) =>
    send(async () => {
      if (theirs && (await side(theirs))) props.onClose()
    })
  return (
    <Dialog
      isOpen
      isWide
      title={t('conflict.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button
            variant="subtle"
            disabled={!theirs}
            loading={isPending}
            onClick={() =>
              void choose((stored) =>
                props.onBoth(stored, t('conflict.bothTitle', { title: document.text.title })),
              )
            }
          >
            {t('conflict.both')}
          </Button>
          <Button
            variant="default"
            disabled={!theirs}
            loading={isPending}
            onClick={() => void choose(props.onTheirs)}
          >
            {t('conflict.takeTheirs')}
          </Button>
          <Button
            variant="filled"
            disabled={!theirs}
            loading={isPending}
            onClick={() => void choose(props.onMine)}
          >
            {t('conflict.saveMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflict.text')}</p>
      <p className="u-quiet u-mt3">{t('conflict.marked')}</p>
      {problem && <p role="alert">{t(`errors.${problem.code}`)}</p>}
      <div className={styles.sides}>
        <section aria-label={t('conflict.mine')}>
          <h3 className={styles.side}>{t('conflict.mine')}</h3>
          <TextPreview
            text={document.text}
            other={theirs}
            language={document.language}
            label={t('conflict.mine')}
          />
        </section>
        <section aria-label={t('conflict.theirs')}>
          <h3 className={styles.side}>
            {t('conflict.theirs')}
            {theirs?.editedAt && (
              <span className={styles.when}>
                <RelativeTime iso={theirs.editedAt} language={language} />
              </span>
            )}
          </h3>
          {theirs ? (
            <TextPreview
              text={theirs}
              other={document.text}
              language={document.language}
              label={t('conflict.theirs')}
            />
          ) : (
            <p className="u-quiet u-mt3">{t('site.loading')}</p>
          )}
        </section>
      </div>
    </Dialog>
  )
}
