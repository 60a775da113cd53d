import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { compareManner, endingKinds, measureManner, type Manner, type MannerTrait } from '#shared/manner.ts'
import { useMember } from '#app/session/root-data.ts'
import { asAppError } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { FoldedPanel } from '../writing/folded-panel.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './own-manner.module.css'

/** From here on a trait counts as the same. */
const closeMin = 0.75

/**
 * How close a text in the member's own tone comes to the posts that the tone was learned from, trait by trait, while it
 * is edited. Nothing for a short text, and for a tone that is older than the counts.
 */
export default function OwnManner(props: { content: string }) {
  const { t } = useTranslation('manner')
  const own = useOwnManner()
  const content = useDeferredValue(props.content)
  const here = useMemo(() => measureManner(content), [content])
  if (!own || !here) return null
  const { score, traits } = compareManner(own, here)
  return (
    <FoldedPanel
      title={t('manner.title')}
      result={t('manner.points', { points: score })}
      lead={t('manner.lead')}
    >
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="spoken-only">{t('manner.what')}</span>
              </th>
              <th scope="col">{t('manner.own')}</th>
              <th scope="col">{t('manner.here')}</th>
            </tr>
          </thead>
          <tbody>
            {traits.map(({ trait, closeness }) => (
              <tr key={trait}>
                <th scope="row">
                  {t(`manner.trait.${trait}`)}
                  <span className={styles.result} data-close={closeness >= closeMin || undefined}>
                    {t(closeness >= closeMin ? 'manner.close' : 'manner.far')}
                  </span>
                </th>
                <td>{describe(trait, own)}</td>
                <td>{describe(trait, here)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FoldedPanel>
  )

  function describe(trait: MannerTrait, manner: Manner): string {
    if (trait === 'endings')
      return endingKinds
        .filter((kind) => percentOf(manner.endings?.[kind] ?? 0) > 0)
        .map((kind) => t(`manner.ending.${kind}`, { percent: percentOf(manner.endings?.[kind] ?? 0) }))
        .join(', ')
    const value = manner[trait]
    const isCount = trait === 'sentence' || trait === 'paragraph' || trait === 'emoji'
    return t(
      `manner.value.${trait}`,
      isCount ? { count: Math.round(value * 10) / 10 } : { percent: percentOf(value) },
    )
  }
}

const percentOf = (share: number): number => Math.round(share * 100)

/** Null until it is read, and where there is none. A failure hides the panel, which the text does not need. */
function useOwnManner(): Manner | null {
  const getSupabase = useSupabase()
  const id = useMember()?.id
  const [own, setOwn] = useState<Manner | null>(null)
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      if (id === undefined) return
      const supabase = await getSupabase()
      const { data, error } = await supabase.from('user_tone').select('manner').eq('id', id).maybeSingle()
      if (error) throw asAppError(error)
      if (!isLeft) setOwn((data?.manner ?? null) as Manner | null)
    }
    read().catch(() => setOwn(null))
    return () => {
      isLeft = true
    }
  }, [getSupabase, id])
  return own
}
