import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { StoredText } from '../writing/text-data.ts'
import styles from '../writing/document-actions.module.css'

const ConflictDialog = lazyWithRetry(() => import('./conflict-dialog.tsx'))

export type ConflictProps = {
  /** Loads the stored text. @throws AppError */
  getTheirs: () => Promise<StoredText>
  /** Each returns whether it succeeded; the other side is stored as a version. */
  onMine: (theirs: StoredText) => Promise<boolean>
  onTheirs: (theirs: StoredText) => Promise<boolean>
  /** This side becomes a text of its own with the title. */
  onBoth: (theirs: StoredText, title: string) => Promise<boolean>
}

/**
 * Reports that the text was changed in two places. It is a line and no automatic dialog, because the member may be
 * writing.
 */
export function ConflictNotice(props: ConflictProps) {
  const { t } = useTranslation('writing', 'errors')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.conflict}>
      <p>{t('errors.edit_conflict')}</p>
      <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
        {t('writing.save.compare')}
      </Button>
      {isOpen && (
        <Suspense>
          <ConflictDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
