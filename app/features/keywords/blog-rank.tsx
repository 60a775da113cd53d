import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { readBlogAddress } from '#shared/blog-address.ts'
import type { AppError } from '#shared/errors.ts'
import { rankRequests } from '#shared/keywords.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { listRanks, saveBlog, type KeywordRank } from './rank-data.ts'
import { RankHistory } from './rank-history.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { SavedKeyword } from './saved-data.ts'
import styles from './saved-page.module.css'

/** The last check of a saved keyword; `checkedAt` is null before the first. */
export type LastRank = { blog: string; position: number | null; checkedAt: string | null }

/** Where the member's blog is among the first posts: its address, a check at once, and the history. */
export default function BlogRank(props: {
  line: SavedKeyword
  last: LastRank
  onChange: (last: LastRank) => void
}) {
  const { t, language } = useTranslation('keywordrank', 'errors')
  const { line, last } = props
  const { ranks, error, isPending, check, reload } = useRanks(line, last, props.onChange)
  const zone = useZone()
  const newest = ranks?.at(-1)
  return (
    <div className={styles.rank}>
      <BlogForm line={line} last={last} onChange={props.onChange} />
      {last.blog && (
        <>
          <p className={styles.note}>{t('keywordrank.checkHint', { max: rankRequests.max })}</p>
          <Button variant="default" size="sm" loading={isPending} onClick={() => void check()}>
            {t('keywordrank.check')}
          </Button>
          <div role="status" className={styles.figures}>
            {ranks === null && !error && t('keywordrank.waiting')}
            {ranks?.length === 0 && t('keywordrank.unchecked')}
            {newest && <Newest rank={newest} date={formatDay(newest.checked_at, language, zone)} />}
          </div>
          {error && (
            <p role="alert" className={styles.note}>
              {t(`errors.${error.code}`)}{' '}
              <Button variant="default" size="sm" onClick={() => void reload()}>
                {t('keywordrank.retry')}
              </Button>
            </p>
          )}
          {newest && <RankHistory keyword={line.keyword} ranks={ranks ?? []} />}
        </>
      )}
    </div>
  )
}

function Newest({ rank: { position, title, link }, date }: { rank: KeywordRank; date: string }) {
  const { t } = useTranslation('keywordrank')
  return (
    <>
      <p>
        <b>{position === null ? t('keywordrank.none') : t('keywordrank.position', { position })}</b>
        {' · '}
        {t('keywordrank.at', { date })}
      </p>
      {link && /^https?:/i.test(link) && (
        <p className="u-breakable">
          {t('keywordrank.post')}:{' '}
          <a href={link} target="_blank" rel="noreferrer nofollow" dir="auto">
            {title}
          </a>
        </p>
      )}
    </>
  )
}

function BlogForm(props: { line: SavedKeyword; last: LastRank; onChange: (last: LastRank) => void }) {
  const { t } = useTranslation('keywordrank')
  const { line, last } = props
  const { send, isPending } = useMutation()
  const { change, field, submit } = useForm({ blog: last.blog }, ({ blog: typed }) => {
    const blog = typed.trim() === '' ? '' : readBlogAddress(typed)
    return checked({ blog: blog === null && t('keywordrank.bad') }, () => blog ?? '')
  })
  const save = (blog: string) =>
    send(
      async ({ supabase }) => {
        if (blog !== last.blog) {
          await saveBlog(await supabase(), line.id, blog)
          props.onChange({ blog, position: null, checkedAt: null })
        }
        change({ blog })
      },
      { done: t(blog ? 'keywordrank.saved' : 'keywordrank.removed') },
    )
  return (
    <Form
      onSubmit={submit(save)}
      isBusy={isPending}
      className={styles.form}
      label={t('keywordrank.label', { keyword: line.keyword })}
    >
      <TextField
        {...field('blog')}
        name={`blog-${line.id}`}
        label={t('keywordrank.field')}
        hint={t(line.is_sample ? 'keywordrank.sampleHint' : 'keywordrank.hint')}
      />
      <Button type="submit" variant="default" size="sm" loading={isPending}>
        {t('keywordrank.save')}
      </Button>
    </Form>
  )
}

/** The history of the blog; a check adds to it. `ranks` is null until it is known. */
function useRanks(line: SavedKeyword, last: LastRank, onChange: (last: LastRank) => void) {
  const getSupabase = useSupabase()
  const [found, setFound] = useState<{ blog: string; ranks: KeywordRank[] } | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const { send, isPending } = useMutation()
  const { blog } = last

  const read = async () => ({ blog, ranks: await listRanks(await getSupabase(), line.id, blog) })
  const fail = (problem: unknown) => setError(toAppError(problem))
  const reload = async () => {
    setError(null)
    await read().then(setFound, fail)
  }
  const readFirst = useEffectEvent(read)
  useEffect(() => {
    if (blog) readFirst().then(setFound, fail)
  }, [blog])

  const check = () =>
    send(async ({ api, uuid }) => {
      await api.json('/ai/tool/keyword-rank', { body: { uuid, id: line.id } })
      const next = await read()
      setFound(next)
      const newest = next.ranks.at(-1)
      if (newest) onChange({ blog, position: newest.position, checkedAt: newest.checked_at })
    })
  return { ranks: found?.blog === blog ? found.ranks : null, error, isPending, check, reload }
}
