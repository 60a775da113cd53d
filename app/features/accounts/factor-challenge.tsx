import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMember } from '#app/session/root-data.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useChallengeWords } from './challenge-words.ts'
import { recoverAccount } from './profile-data.ts'
import { SignPage } from './sign-page.tsx'
import { useSignOut } from './use-sign-out.tsx'
import styles from './sign-page.module.css'

type Factor = { id: string; factor_type: string; phone?: string }
type Problem = 'wrong' | 'tooMany' | 'failed'

/**
 * Asks a member with a second factor for its code, which raises the session to aal2 (A25).
 * An app's code is checked immediately; for a phone the code is sent first. @param props.next the path to open
 * afterwards
 */
export function FactorChallenge({ next }: { next: string }) {
  const { t } = useChallengeWords()
  const getSupabase = useSupabase()
  const navigate = useNavigate()
  const { factors, problem: loadProblem, reload } = useFactors()
  const [chosen, setChosen] = useState<Factor>()
  const [challengeId, setChallengeId] = useState<string>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isRecovering, setIsRecovering] = useState(false)

  const factor = chosen ?? factors[0]
  const other = factors.find((candidate) => candidate.factor_type !== factor?.factor_type)
  const isPhone = factor?.factor_type === 'phone'

  async function act(
    work: () => Promise<{ error: { code?: string; status?: number } | null }>,
  ): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { error } = await work()
      if (error) setProblem(problemOf(error))
    } catch (error) {
      console.warn('The second factor could not be asked for.', error)
      setProblem('failed')
    } finally {
      setBusy(false)
    }
  }

  const send = () =>
    act(async () => {
      const supabase = await getSupabase()
      const { data, error } = await supabase.auth.mfa.challenge({ factorId: factor!.id, channel: 'sms' })
      if (data) setChallengeId(data.id)
      return { error }
    })

  const verify = () =>
    void act(async () => {
      const { mfa } = (await getSupabase()).auth
      const given = { factorId: factor!.id, code: code.replaceAll(/\s/g, '') }
      const { error } = challengeId
        ? await mfa.verify({ ...given, challengeId })
        : await mfa.challengeAndVerify(given)
      if (!error) await navigate(next, { replace: true })
      return { error }
    })

  if (isRecovering) return <Recovery next={next} onBack={() => setIsRecovering(false)} />
  const shown = problem ?? loadProblem
  const canType = !isPhone || challengeId !== undefined
  return (
    <SignPage
      title={t('accounts.confirm.title')}
      heading={t('challenge.title')}
      text={
        isPhone
          ? t(canType ? 'challenge.phone' : 'challenge.phoneFirst', { phone: factor.phone ?? '' })
          : t('challenge.totp')
      }
      isBusy={isBusy}
    >
      {canType && (
        <Form onSubmit={verify}>
          <TextField
            name="code"
            label={t('challenge.label')}
            value={code}
            onChange={setCode}
            error={shown ? t(`challenge.${shown}`) : undefined}
            inputProps={{
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
              maxLength: 12,
              autoFocus: true,
            }}
          />
          <Button type="submit" fullWidth mt="sm" loading={isBusy} disabled={!factor || code.trim() === ''}>
            {t('challenge.verify')}
          </Button>
        </Form>
      )}
      {loadProblem && (
        <Button variant="default" fullWidth onClick={reload}>
          {t('site.error.retry')}
        </Button>
      )}
      {isPhone && (
        <Button
          variant={canType ? 'default' : 'filled'}
          fullWidth
          loading={isBusy}
          onClick={() => void send()}
        >
          {t(canType ? 'challenge.resend' : 'challenge.send')}
        </Button>
      )}
      {other && (
        <Button
          variant="default"
          fullWidth
          onClick={() => {
            setChosen(other)
            setChallengeId(undefined)
            setCode('')
            setProblem(null)
          }}
        >
          {t(isPhone ? 'challenge.useApp' : 'challenge.usePhone')}
        </Button>
      )}
      <Button variant="default" fullWidth onClick={() => setIsRecovering(true)}>
        {t('challenge.useCode')}
      </Button>
      <Alternatives />
    </SignPage>
  )
}

/** Signs in with a recovery code, which turns the second factor off. */
function Recovery({ next, onBack }: { next: string; onBack: () => void }) {
  const { t } = useChallengeWords()
  const api = useApi()
  const getSupabase = useSupabase()
  const member = useMember()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const recover = async () => {
    if (!member) return
    setBusy(true)
    setProblem(null)
    try {
      await recoverAccount(api, await getSupabase(), member, code)
      await navigate(next, { replace: true })
      showToast({ message: t('challenge.recovered'), duration: null })
    } catch (error) {
      const { code: kind } = toAppError(error)
      setProblem(
        t(
          kind === 'invalid_field'
            ? 'challenge.codeWrong'
            : kind === 'too_many_requests'
              ? 'challenge.tooMany'
              : 'challenge.failed',
        ),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <SignPage
      title={t('accounts.confirm.title')}
      heading={t('challenge.useCode')}
      text={t('challenge.codeText')}
      isBusy={isBusy}
    >
      <Form onSubmit={() => void recover()}>
        <TextField
          name="recovery"
          label={t('challenge.codeLabel')}
          value={code}
          onChange={setCode}
          error={problem ?? undefined}
          inputProps={{
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 40,
            autoFocus: true,
          }}
        />
        <Button type="submit" fullWidth mt="sm" loading={isBusy} disabled={code.trim() === ''}>
          {t('challenge.verify')}
        </Button>
      </Form>
      <Button variant="default" fullWidth onClick={onBack}>
        {t('challenge.useFactor')}
      </Button>
      <Alternatives />
    </SignPage>
  )
}

function Alternatives() {
  const { t, language } = useChallengeWords()
  const { signOut, question } = useSignOut()
  return (
    <>
      <Button variant="default" fullWidth onClick={() => void signOut()}>
        {t('accounts.confirm.signOut')}
      </Button>
      {question}
      <p className={styles.help}>
        {t('challenge.help')} <Link to={`/${language}/contact`}>{t('challenge.helpAction')}</Link>
      </p>
    </>
  )
}

/** The member's verified factors, apps first. */
function useFactors(): { factors: Factor[]; problem: Problem | null; reload: () => void } {
  const getSupabase = useSupabase()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ factors: Factor[]; problem: Problem | null }>({
    factors: [],
    problem: null,
  })
  useEffect(() => {
    const load = async () => {
      const { data, error } = await (await getSupabase()).auth.mfa.listFactors()
      if (error) throw error
      setState({ factors: [...data.totp, ...data.phone], problem: null })
    }
    load().catch((error: unknown) => {
      console.warn('The factors could not be read.', error)
      setState({ factors: [], problem: 'failed' })
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])
  return { ...state, reload: () => setAttempt((now) => now + 1) }
}

function problemOf({ code, status }: { code?: string; status?: number }): Problem {
  if (status === 429) return 'tooMany'
  return code === 'mfa_verification_failed' ||
    code === 'mfa_challenge_expired' ||
    code === 'validation_failed'
    ? 'wrong'
    : 'failed'
}
