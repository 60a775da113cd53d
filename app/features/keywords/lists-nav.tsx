import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { showToast } from '#app/ui/toast.tsx'
import { moveKeywords, renameList, type OwnList } from './list-data.ts'
import { RenameListDialog, useListMutation } from './list-dialogs.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './saved-page.module.css'

const pathOf = (language: string, list: string): string =>
  `/${language}/tool/keyword/saved${list ? `?${new URLSearchParams({ list })}` : ''}`

/** The lists as links, and what can be done with the one that is shown. `shown` is null for all keywords. */
export default function ListsNav({ lists, shown }: { lists: readonly OwnList[]; shown: string | null }) {
  const { t, language } = useTranslation('keywordlists')
  return (
    <div className={styles.listBar}>
      <nav className={styles.lists} aria-label={t('keywordlists.lists')}>
        <Link to={pathOf(language, '')} aria-current={shown === null ? 'page' : undefined}>
          {t('keywordlists.all')}
        </Link>
        {lists.map(({ name, count }) => (
          <Link
            key={name}
            to={pathOf(language, name)}
            aria-current={shown === name ? 'page' : undefined}
            dir="auto"
          >
            {name} <small>{count}</small>
          </Link>
        ))}
      </nav>
      {lists.some(({ name }) => name === shown) && <ListActions lists={lists} list={shown!} />}
    </div>
  )
}

/** The pressed button goes, with its list or its toast. */
const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

/** Renames and deletes a list. Back does not lead to one that is gone. An undo leads to the list from this page only. */
function ListActions({ lists, list }: { lists: readonly OwnList[]; list: string }) {
  const { t, language } = useTranslation('keywordlists')
  const navigate = useNavigate()
  const { send } = useListMutation(false)
  const [isRenaming, setRenaming] = useState(false)
  const isTaken = (name: string) => name !== list && lists.some((other) => other.name === name)

  const show = (name: string) => navigate(pathOf(language, name), { replace: true, preventScrollReset: true })
  /** Keywords that were put elsewhere meanwhile stay there. */
  const undo = (ids: readonly number[], name: string) =>
    send(async ({ supabase }) => {
      await moveKeywords(await supabase(), ids, list, name)
      if (window.location.pathname !== pathOf(language, '')) return
      focusPage()
      await show(list)
    })
  const tell = (message: string, ids: readonly number[], name: string) =>
    showToast({
      message,
      action: { label: t('keywordlists.undo'), run: () => void undo(ids, name) },
    })
  const remove = () =>
    send(async ({ supabase }) => {
      const ids = await renameList(await supabase(), list, '')
      tell(t('keywordlists.deleted'), ids, '')
      focusPage()
      await show('')
    })
  return (
    <>
      <span className="u-row">
        <Button variant="subtle" size="sm" onClick={() => setRenaming(true)}>
          {t('keywordlists.rename')}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => void remove()}>
          {t('keywordlists.delete')}
        </Button>
      </span>
      {isRenaming && (
        <RenameListDialog
          list={list}
          lists={lists}
          onDone={(name, ids) => {
            if (isTaken(name)) tell(t('keywordlists.joined', { list: name }), ids, name)
            else showToast({ message: t('keywordlists.renamed') })
            setRenaming(false)
            void show(name)
          }}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
