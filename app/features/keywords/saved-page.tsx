import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { comparedMax, removeSavedKeywords, type SavedPage } from './saved-data.ts'
import { CompareTable } from './compare-table.tsx'
import { SavedLine } from './saved-line.tsx'
import { useSavedFigures } from './use-saved-figures.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './saved-page.module.css'

const loadLists = () => whenOnline(() => import('./saved-lists.ts'))

/** The member's saved keywords: compared, noted, removed, downloaded. */
export function SavedKeywordsPage({ page }: { page: SavedPage }) {
  const { t, language } = useTranslation('savedkeywords')
  const member = useMember()
  const list = useInfiniteList(page, async (supabase, after: number) => {
    const { listSavedKeywords } = await loadLists()
    return listSavedKeywords(supabase, member!.id, after)
  })
  const remove = useDeletion(list, {
    remove: (supabase, ids: readonly number[]) => removeSavedKeywords(supabase, ids, true),
    restore: (supabase, ids) => removeSavedKeywords(supabase, ids, false),
    removed: () => t('savedkeywords.removed'),
    undo: t('savedkeywords.undo'),
  })
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
        <EmptyList
          text={t('savedkeywords.empty')}
          way={{ to: home, label: t('savedkeywords.emptyAction'), isMain: true }}
        />
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
                onRemove={() => void remove([line.id])}
              />
            ))}
          </ul>
          <ListMore list={list} label={t('savedkeywords.more')} />
        </>
      )}
    </div>
  )
}

function Downloads() {
  const { t, language } = useTranslation('savedkeywords')
  const figures = useSavedFigures()
  const { send } = useMutation({ explain: () => t('savedkeywords.failed') })
  const download = (format: 'csv' | 'xlsx') =>
    send(async ({ supabase, uuid }) => {
      const { downloadSaved } = await whenOnline(() => import('./download-saved.ts'))
      const { readAllSavedKeywords } = await loadLists()
      const lines = await readAllSavedKeywords(await supabase(), uuid)
      await downloadSaved(format, lines, { t, language, figures })
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
