import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { CompareTable } from './compare-table.tsx'
import {
  comparedMax,
  listSavedKeywords,
  readAllSavedKeywords,
  removeSavedKeyword,
  type SavedKeyword,
  type SavedPage,
} from './saved-data.ts'
import { SavedLine } from './saved-line.tsx'
import { useSavedFigures } from './use-saved-figures.ts'
import { useSavedWords } from './saved-words.ts'
import frame from '#app/ui/frame.module.css'
import styles from './saved-page.module.css'

/** The member's saved keywords: compared, noted, removed, downloaded. */
export function SavedKeywordsPage({ page }: { page: SavedPage }) {
  const { t, language } = useSavedWords()
  const list = useSavedKeywords(page)
  const [chosen, setChosen] = useState<number[]>([])
  const compared = list.lines.filter(({ id }) => chosen.includes(id))
  const choose = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  const home = `/${language}/tool/keyword`
  return (
    <div className={frame.wide}>
      <Link to={home} className={frame.back}>
        ← {t('savedkeywords.back')}
      </Link>
      <h1 className={frame.title}>{t('savedkeywords.title')}</h1>
      <p className={frame.lead}>{t('savedkeywords.lead')}</p>
      {list.lines.length === 0 && !list.hasMore ? (
        <div className={styles.empty}>
          <p>{t('savedkeywords.empty')}</p>
          <LinkButton to={home} variant="filled">
            {t('savedkeywords.emptyAction')}
          </LinkButton>
        </div>
      ) : (
        <>
          <div className={styles.tools}>
            <p className={styles.note} role="status">
              {compared.length === 0
                ? t('savedkeywords.compareNone', { max: comparedMax })
                : t('savedkeywords.compareCount', { count: compared.length, max: comparedMax })}
            </p>
            <div className={styles.buttons}>
              {compared.length > 0 && (
                <Button variant="subtle" size="sm" onClick={() => setChosen([])}>
                  {t('savedkeywords.clear')}
                </Button>
              )}
              <Downloads />
            </div>
          </div>
          {compared.length > 0 && <CompareTable lines={compared} />}
          <ul className={styles.list} aria-label={t('savedkeywords.list')}>
            {list.lines.map((line) => (
              <SavedLine
                key={line.id}
                line={line}
                isCompared={chosen.includes(line.id)}
                canCompare={compared.length < comparedMax}
                onCompare={() => choose(line.id)}
                onRemove={() => void list.remove(line)}
              />
            ))}
          </ul>
          {list.hasMore && (
            <Button variant="default" loading={list.isLoading} onClick={() => void list.loadMore()}>
              {t('savedkeywords.more')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function useSavedKeywords(first: SavedPage) {
  const { t } = useSavedWords()
  const member = useMember()
  const getSupabase = useSupabase()
  const [page, setPage] = useState(first)
  const [isLoading, setLoading] = useState(false)
  const fail = (error: unknown) =>
    showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
  /** Shows the wanted state immediately, and reverts it on failure. */
  const set = async (line: SavedKeyword, isRemoved: boolean): Promise<boolean> => {
    const show = (isShown: boolean) =>
      setPage((now) => {
        const others = now.lines.filter(({ id }) => id !== line.id)
        return { ...now, lines: isShown ? [...others, line].toSorted((a, b) => b.id - a.id) : others }
      })
    show(!isRemoved)
    try {
      await removeSavedKeyword(await getSupabase(), line.id, isRemoved)
      return true
    } catch (error) {
      show(isRemoved)
      fail(error)
      return false
    }
  }
  return {
    lines: page.lines,
    hasMore: page.next !== null,
    isLoading,
    async remove(line: SavedKeyword) {
      if (!(await set(line, true))) return
      showToast({
        message: t('savedkeywords.removed'),
        action: { label: t('savedkeywords.undo'), run: () => void set(line, false) },
      })
    },
    async loadMore() {
      setLoading(true)
      try {
        const more = await listSavedKeywords(await getSupabase(), member!.id, page.next)
        setPage((now) => ({ lines: [...now.lines, ...more.lines], next: more.next }))
      } catch (error) {
        fail(error)
      }
      setLoading(false)
    },
  }
}

function Downloads() {
  const { t, language } = useSavedWords()
  const figures = useSavedFigures()
  const member = useMember()
  const getSupabase = useSupabase()
  const download = async (format: 'csv' | 'xlsx') => {
    try {
      const { downloadSaved } = await whenOnline(() => import('./download-saved.ts'))
      const lines = await readAllSavedKeywords(await getSupabase(), member!.id)
      await downloadSaved(format, lines, { t, language, figures })
    } catch (error) {
      console.warn('The file was not made.', error)
      showToast({ message: t('savedkeywords.failed'), tone: 'error' })
    }
  }
  return (
    <>
      <Button variant="default" size="sm" onClick={() => void download('csv')}>
        {t('savedkeywords.csv')}
      </Button>
      <Button variant="default" size="sm" onClick={() => void download('xlsx')}>
        {t('savedkeywords.excel')}
      </Button>
    </>
  )
}
