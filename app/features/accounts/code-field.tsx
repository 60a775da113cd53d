import { useEffect, useState } from 'react'
import { useActionData } from 'react-router'
import { useSupabase } from '#app/session/use-api.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { useResetState } from '#app/ui/use-reset-state.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { findInviter, normalizeCode, type Inviter } from './accounts-data.ts'
import styles from './code-field.module.css'

const codeLength = 8

/**
 * The referral code. A complete code shows who invited (A10).
 * @param props.problem the message for the server's last answer; it disappears at the next change
 */
export function CodeField(props: {
  defaultValue: string
  problem: TranslationKey<'accounts' | 'errors'> | null
}) {
  const { t } = useTranslation('accounts', 'errors')
  const [code, setCode] = useState(props.defaultValue)
  // Each answer of the server counts again, also when it equals the one before.
  const [isChanged, setIsChanged] = useResetState<boolean>(false, useActionData())
  const inviter = useInviter(code)
  const refused = isChanged ? null : props.problem
  const problem = inviter === null ? 'accounts.referrer.code.unknown' : refused
  return (
    <div>
      <TextField
        name="recommend_code"
        label={t('accounts.referrer.code.label')}
        hint={t('accounts.referrer.code.hint')}
        value={code}
        onChange={(value) => {
          setCode(value)
          setIsChanged(true)
        }}
        error={problem ? t(problem) : undefined}
        inputProps={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 16 }}
      />
      <div aria-live="polite">
        {inviter && (
          <p className={styles.inviter}>
            <Avatar person={inviter} /> {t('accounts.referrer.code.from', { name: inviter.nickname })}
          </p>
        )}
      </div>
    </div>
  )
}

/** The owner of a code; null for an unknown code, undefined while the code is incomplete or its look-up runs. */
function useInviter(code: string): Inviter | null | undefined {
  const getSupabase = useSupabase()
  const [found, setFound] = useState<{ code: string; inviter: Inviter | null }>()
  const wanted = normalizeCode(code)

  useEffect(() => {
    if (wanted.length !== codeLength) return
    let isLate = false
    getSupabase()
      .then((supabase) => findInviter(supabase, wanted))
      .then((inviter) => {
        if (!isLate) setFound({ code: wanted, inviter })
      })
      // The look-up is a courtesy: saving checks the code again and reports its errors.
      .catch((error: unknown) => console.error('The referral code could not be looked up.', error))
    return () => {
      isLate = true
    }
  }, [wanted, getSupabase])

  return found?.code === wanted ? found.inviter : undefined
}
