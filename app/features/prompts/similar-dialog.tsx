import { Button } from '@mantine/core'
import { Dialog } from '#app/ui/dialog.tsx'
import type { SimilarPrompt } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './similar-dialog.module.css'

/** Appears before a submission: similar shown prompts, with buttons to submit or go back. */
export default function SimilarDialog(props: {
  prompts: readonly SimilarPrompt[]
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
}) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  return (
    <Dialog
      isOpen
      title={t('authoring.similar.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="default" loading={props.isBusy} onClick={props.onSubmit}>
            {t('authoring.similar.goOn')}
          </Button>
          <Button variant="filled" onClick={props.onClose}>
            {t('authoring.similar.back')}
          </Button>
        </>
      }
    >
      <p>{t('authoring.similar.text')}</p>
      <ul className={`u-ruled-list ${styles.list}`}>
        {props.prompts.map((prompt) => (
          <li key={prompt.id}>
            {/* In a new tab, so that the form stays unchanged. */}
            <a
              href={`/${language}/prompt/detail/${prompt.id}`}
              target="_blank"
              rel="noreferrer"
              title={t('authoring.similar.open')}
            >
              {prompt.title}
            </a>
            <span className="u-caption u-tabular">
              {t('authoring.similar.percent', { percent: prompt.percent })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
