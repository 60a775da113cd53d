import { Button } from '@mantine/core'
import { useTranslation } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Blog } from './blogs.ts'

/** What to do in the blog's editor. It opens after the first copy for that blog in this browser. */
export default function BlogNoteDialog({ blog, onClose }: { blog: Blog; onClose: () => void }) {
  const { t } = useTranslation('export')
  const { t: tSite } = useTranslation()
  return (
    <Dialog
      isOpen
      title={t(`export.blog.${blog}.title`)}
      closeLabel={tSite('site.close')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('export.blog.action')}</Button>}
    >
      <ol>
        <li>{t('export.blog.paste')}</li>
        <li>{t(`export.blog.${blog}.look`)}</li>
        <li>{t('export.blog.pictures')}</li>
        <li>{t(`export.blog.${blog}.tags`)}</li>
      </ol>
    </Dialog>
  )
}
