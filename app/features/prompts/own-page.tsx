import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { modelLabels } from '#shared/model-labels.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { listOwnPrompts, type LinePage, type OwnLine } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { MyHeader } from './my-header.tsx'
import type { CategoryLabels } from './prompts-data.ts'
import { StateMark } from './state-mark.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './my-page.module.css'

const ImportDialog = lazyWithRetry(() => import('./import-dialog.tsx'))
const ExportDialog = lazyWithRetry(() => import('./export-dialog.tsx'))

/** A member's own prompts with their states (P26). */
export function OwnPromptsPage({ page, labels }: { page: LinePage<OwnLine>; labels: CategoryLabels }) {
  const { t, language } = useTranslation('library', 'prompts')
  const list = useInfiniteList(page, listOwnPrompts)
  const create = (
    <LinkButton to={`/${language}/prompt/create`} variant="filled">
      {t('library.my.create')}
    </LinkButton>
  )
  const revalidator = useRevalidator()
  const [dialog, setDialog] = useState<'import' | 'export' | null>(null)
  const isEmpty = list.lines.length === 0
  return (
    <div className={frame.wide}>
      <MyHeader lead={isEmpty ? null : t('library.my.ownLead', { count: list.total })}>
        <Button variant="default" onClick={() => setDialog('import')}>
          {t('library.my.import')}
        </Button>
        {!isEmpty && (
          <>
            <Button variant="default" onClick={() => setDialog('export')}>
              {t('library.my.export')}
            </Button>
            {create}
          </>
        )}
      </MyHeader>
      {isEmpty ? (
        <EmptyList text={t('library.my.ownEmpty')}>{create}</EmptyList>
      ) : (
        <ul className="u-ruled-list u-mt4" aria-label={t('library.my.own')}>
          {list.lines.map((line) => (
            <OwnPromptLine key={line.id} line={line} labels={labels} />
          ))}
        </ul>
      )}
      <ListMore list={list} label={t('library.my.more')} />
      <Suspense>
        {dialog === 'import' && (
          <ImportDialog
            labels={labels}
            onDone={() => void revalidator.revalidate()}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'export' && <ExportDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}

function OwnPromptLine({ line, labels }: { line: OwnLine; labels: CategoryLabels }) {
  const { t, language } = useTranslation('library', 'prompts')
  const isPublic = line.state === 'published' || line.state.startsWith('edit_')
  return (
    <li className={styles.line}>
      <div className="u-fill">
        <p>
          <StateMark state={line.state} />
        </p>
        <h2 className={styles.name} lang={line.language} dir="auto">
          <Link to={`/${language}/prompt/${isPublic ? 'detail' : 'modify'}/${line.id}`} prefetch="intent">
            {line.title}
          </Link>
        </h2>
        {line.reason && (
          <p className={styles.reason} dir="auto">
            {line.reason}
          </p>
        )}
        <p className="u-facts u-mt1">
          <span>
            {labels[line.category_main]} · {labels[line.category_sub]}
          </span>
          <span>{modelLabels[line.model]}</span>
          <RelativeTime iso={line.created_at} language={language} />
          {isPublic && (
            <>
              <span>{t('prompts.card.views', { count: line.view_count })}</span>
              <span>{t('prompts.card.uses', { count: line.use_count })}</span>
              <span>{t('prompts.card.saves', { count: line.like_count })}</span>
              <span>{t('prompts.card.thanks', { count: line.action_count })}</span>
            </>
          )}
        </p>
      </div>
      <Button
        component={Link}
        to={`/${language}/prompt/modify/${line.id}`}
        variant="default"
        size="sm"
        aria-label={t('library.my.editLabel', { title: line.title })}
      >
        {t('library.my.edit')}
      </Button>
    </li>
  )
}
