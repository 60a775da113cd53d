import { Button } from '@mantine/core'
import { useState } from 'react'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { downloadFile } from './download-file.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { SlideLook, SlideSet } from './slide-cards.ts'
import styles from '../writing/feed-preview.module.css'

const looks = ['light', 'dark', 'brand'] as const satisfies readonly SlideLook[]

/**
 * Downloads the slides as pictures of their words, with the caption. It costs nothing.
 * @param props.handOver of the feed
 */
export default function SlideCardsPanel({
  set,
  handOver,
}: {
  set: SlideSet
  handOver: (work: () => void) => void
}) {
  const { t } = useTranslation('export')
  const [look, setLook] = useState<SlideLook>('light')
  const [isMaking, setIsMaking] = useState(false)
  const download = async () => {
    setIsMaking(true)
    try {
      const { makeSlideZip } = await whenOnline(() => import('./slide-cards.ts'))
      downloadFile(await makeSlideZip(set, look))
      showToast({ message: t('export.cards.saved') })
    } catch (error) {
      console.warn('The slides could not be drawn.', error)
      showToast({ message: t('export.cards.failed'), tone: 'error' })
    }
    setIsMaking(false)
  }
  return (
    <div className={styles.cards}>
      <SelectField
        name="slide-look"
        label={t('export.cards.look')}
        value={look}
        options={looks.map((value) => ({ value, label: t(`export.cards.${value}`) }))}
        onChange={(value) => setLook(looks.find((one) => one === value) ?? 'light')}
      />
      <Button variant="default" size="sm" loading={isMaking} onClick={() => handOver(() => void download())}>
        {t('export.cards.action')}
      </Button>
      <p className={styles.note}>{t('export.cards.note')}</p>
    </div>
  )
}
