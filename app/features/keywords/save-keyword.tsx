import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { keywordKey, type KeywordReport } from '#shared/keywords.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { findSavedKeyword, removeSavedKeywords, saveKeyword } from './saved-data.ts'
import { useTranslation } from '#app/session/words.tsx'

/** Saves the keyword of an open report, or removes it again. */
export default function SaveKeyword({ report }: { report: KeywordReport }) {
  const { t, language } = useTranslation('savedkeywords')
  const navigate = useNavigate()
  const member = useMember()
  const getSupabase = useSupabase()
  /** Undefined until it is known. */
  const [id, setId] = useState<number | null>()
  const { send, isPending } = useMutation()
  const key = keywordKey(report.keyword)

  const find = useEffectEvent(async () =>
    findSavedKeyword(await getSupabase(), member!.id, { key, isSample: report.is_sample }),
  )
  useEffect(() => {
    find().then(setId, (error: unknown) => {
      // Saving it twice is harmless.
      console.warn('Whether the keyword is saved is not known.', error)
      setId(null)
    })
  }, [])

  const toggle = () =>
    id == null
      ? send(async ({ supabase }) => setId(await saveKeyword(await supabase(), key)), {
          done: {
            message: t('savedkeywords.savedNow'),
            action: {
              label: t('savedkeywords.see'),
              run: () => void navigate(`/${language}/tool/keyword/saved`),
            },
          },
        })
      : send(async ({ supabase }) => {
          await removeSavedKeywords(await supabase(), [id], true)
          setId(null)
        })
  return (
    <Button
      variant="default"
      aria-pressed={id != null}
      aria-disabled={isPending || id === undefined || undefined}
      onClick={() => id !== undefined && void toggle()}
    >
      {t(id == null ? 'savedkeywords.save' : 'savedkeywords.saved')}
    </Button>
  )
}
