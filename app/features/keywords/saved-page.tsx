import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useMember } from '#app/session/root-data.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { comparedMax, removeSavedKeywords, type SavedPage } from './saved-data.ts'
import { CompareTable } from './compare-table.tsx'
import type { OwnList } from './list-data.ts'
import { SavedLine } from './saved-line.tsx'
import { useSavedFigures } from './use-saved-figures.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './saved-page.module.css'

// Few have lists.
const ListsNav = lazyWithRetry(() => import('./lists-nav.tsx'))
const MoveDialog = lazyWithRetry(() => import('./list-dialogs.tsx'))
const loadLists = () => whenOnline(() => import('./saved-lists.ts'))

/** The member's saved keywords: compared, noted, put into lists, removed, downloaded. */
export function SavedKeywordsPage(props: {
  /** The shown list; null for all keywords. */
  list: string | null
  lists: readonly OwnList[]
  page: SavedPage
}) {
  const { t, language } = useTranslation('savedkeywords')
  const member = useMember()
  const { list: shown, lists } = props
  const list = useInfiniteList(props.page, async (supabase, after: number) => {
    const { listSavedKeywords } = await loadLists()
    return listSavedKeywords(supabase, member!.id, shown, after)
  })
  const { revalidate } = useRevalidator()
  /** The lists count their keywords. */
  const setRemoved = (isRemoved: boolean) => async (supabase: Supabase, ids: readonly number[]) => {
    const done = await removeSavedKeywords(supabase, ids, isRemoved)
    if (lists.length > 0) void revalidate()
    return done
  }
  const remove = useDeletion(list, {
    remove: setRemoved(true),
    restore: setRemoved(false),
    removed: () => t('savedkeywords.removed'),
    undo: t('savedkeywords.undo'),
  })
  const [moving, setMoving] = useState<{ ids: number[]; list: string } | null>(null)
  const showMoved = (name: string) => {
    list.change((all) =>
      all
        .map((line) => (moving?.ids.includes(line.id) ? { ...line, list: name } : line))
        .filter((line) => shown === null || line.list === shown),
    )
    setMoving(null)
    void revalidate()
  }
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
      {(lists.length > 0 || shown !== null) && (
        <Suspense>
          <ListsNav lists={lists} shown={shown} />
        </Suspense>
      )}
      {list.lines.length === 0 && !list.hasMore ? (
        <EmptyList
          text={shown === null ? t('savedkeywords.empty') : t('savedkeywords.listEmpty')}
          way={
            shown === null
              ? { to: home, label: t('savedkeywords.emptyAction'), isMain: true }
              : { to: `${home}/saved`, label: t('savedkeywords.showAll') }
          }
        />
      ) : (
        <>
          <div className={styles.tools}>
            <p className={styles.note} role="status">
              {compared.length === 0
                ? t('savedkeywords.compareNone', { max: comparedMax })
                : t('savedkeywords.compareCount', { count: compared.length, max: comparedMax })}
            </p>
            <div className="u-row">
              {compared.length > 0 && (
                <>
                  <Button variant="subtle" size="sm" onClick={() => setChosen([])}>
                    {t('savedkeywords.clear')}
                  </Button>
                  <Button
                    variant="default"
                    size="sm"
                    onClick={() => setMoving({ ids: compared.map(({ id }) => id), list: shown ?? '' })}
                  >
                    {t('savedkeywords.putMany', { count: compared.length })}
                  </Button>
                </>
              )}
              <Downloads list={shown} />
            </div>
          </div>
          {compared.length > 0 && <CompareTable lines={compared} />}
          <ul className={`u-ruled-list ${styles.list}`} aria-label={t('savedkeywords.list')}>
            {list.lines.map((line) => (
              <SavedLine
                key={line.id}
                line={line}
                isCompared={chosen.includes(line.id)}
                canCompare={compared.length < comparedMax}
                onCompare={() => choose(line.id)}
                onMove={() => setMoving({ ids: [line.id], list: line.list })}
                onRemove={() => void remove([line.id])}
              />
            ))}
          </ul>
          <ListMore list={list} label={t('savedkeywords.more')} />
        </>
      )}
      {moving && (
        <Suspense>
          <MoveDialog moved={moving} lists={lists} onDone={showMoved} onClose={() => setMoving(null)} />
        </Suspense>
      )}
    </div>
  )
}

function Downloads({ list }: { list: string | null }) {
  const { t, language } = useTranslation('savedkeywords')
  const figures = useSavedFigures()
  const { send } = useMutation({ explain: () => t('savedkeywords.failed') })
  const download = (format: 'csv' | 'xlsx') =>
    send(async ({ supabase, uuid }) => {
      const { downloadSaved } = await whenOnline(() => import('./download-saved.ts'))
      const { readAllSavedKeywords } = await loadLists()
      const lines = await readAllSavedKeywords(await supabase(), uuid, list)
      await downloadSaved(format, lines, { t, language, figures, listName: t('savedkeywords.listName') })
    })
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
