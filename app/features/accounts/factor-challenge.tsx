import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { asFactorError, recoverAccount } from './profile-data.ts'
import { SignPage } from './sign-page.tsx'
import { useSignOut } from './use-sign-out.tsx'

type Factor = { id: string; factor_type: string; phone?: string }

/**
 * Asks a member with a second factor for its code, which raises the session to aal2 (A25).
 * An app's code is checked immediately; for a phone the code is sent first. @param props.next the path to open
 * afterwards
 */
export function FactorChallenge({ next }: { next: string }) {
  const { t } = useTranslation('accounts', 'challenge')
  const navigate = useNavigate()
  const { factors, hasFailed, reload } = useFactors()
  const { send: act, isPending, problem, clear } = useChallenge('challenge.wrong')
  const [chosen, setChosen] = useState<Factor>()
  const [challengeId, setChallengeId] = useState<string>()
  const [code, setCode] = useState('')
  const [isRecovering, setIsRecovering] = useState(false)

  const factor = chosen ?? factors[0]
  const other = factors.find((candidate) => candidate.factor_type !== factor?.factor_type)
  const isPhone = factor?.factor_type === 'phone'

  const send = () =>
    act(async ({ supabase }) => {
      const { mfa } = (await supabase()).auth
      const { data, error } = await mfa.challenge({ factorId: factor!.id, channel: 'sms' })
      if (error) throw asFactorError(error)
      setChallengeId(data.id)
    })

  const verify = () =>
    act(async ({ supabase }) => {
      const { mfa } = (await supabase()).auth
      const given = { factorId: factor!.id, code: code.replaceAll(/\s/g, '') }
      const { error } = challengeId
        ? await mfa.verify({ ...given, challengeId })
        : await mfa.challengeAndVerify(given)
      if (error) throw asFactorError(error)
      await navigate(next, { replace: true })
    })

  if (isRecovering) return <Recovery next={next} onBack={() => setIsRecovering(false)} />
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
      isBusy={isPending}
    >
      {canType && (
        <Form isBusy={isPending} onSubmit={() => void verify()}>
          <TextField
            name="code"
            label={t('challenge.label')}
            value={code}
            onChange={(value) => {
              setCode(value)
              clear()
            }}
            error={problem ?? (hasFailed ? t('challenge.failed') : undefined)}
            inputProps={{
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
              maxLength: 12,
              autoFocus: true,
            }}
          />
          <Button
            type="submit"
            fullWidth
            mt="sm"
            loading={isPending}
            disabled={!factor || code.trim() === ''}
          >
            {t('challenge.verify')}
          </Button>
        </Form>
      )}
      {hasFailed && (
        <Button variant="default" fullWidth onClick={reload}>
          {t('site.error.retry')}
        </Button>
      )}
      {isPhone && (
        <Button
          variant={canType ? 'default' : 'filled'}
          fullWidth
          loading={isPending}
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
            clear()
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

/** The requests of this page, whose error is shown next to the code. */
function useChallenge(wrong: 'challenge.wrong' | 'challenge.codeWrong') {
  const { t } = useTranslation('accounts', 'challenge')
  const words: Partial<Record<AppError['code'], typeof wrong | 'challenge.tooMany'>> = {
    invalid_field: wrong,
    too_many_requests: 'challenge.tooMany',
  }
  return useMutation({ isInline: true, explain: ({ code }) => t(words[code] ?? 'challenge.failed') })
}

/** Signs in with a recovery code, which turns the second factor off. */
function Recovery({ next, onBack }: { next: string; onBack: () => void }) {
  const { t } = useTranslation('accounts', 'challenge')
  const member = useMember()
  const navigate = useNavigate()
  const { send, isPending, problem, clear } = useChallenge('challenge.codeWrong')
  const [code, setCode] = useState('')

  const recover = () =>
    send(
      async ({ api, supabase }) => {
        if (!member) return
        await recoverAccount(api, await supabase(), member, code)
        await navigate(next, { replace: true })
      },
      { done: { message: t('challenge.recovered'), duration: null } },
    )
  return (
    <SignPage
      title={t('accounts.confirm.title')}
      heading={t('challenge.useCode')}
      text={t('challenge.codeText')}
      isBusy={isPending}
    >
      <Form isBusy={isPending} onSubmit={() => void recover()}>
        <TextField
          name="recovery"
          label={t('challenge.codeLabel')}
          value={code}
          onChange={(value) => {
            setCode(value)
            clear()
          }}
          error={problem ?? undefined}
          inputProps={{
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 40,
            autoFocus: true,
          }}
        />
        <Button type="submit" fullWidth mt="sm" loading={isPending} disabled={code.trim() === ''}>
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
  const { t, language } = useTranslation('accounts', 'challenge')
  const { signOut, question } = useSignOut()
  return (
    <>
      <Button variant="default" fullWidth onClick={() => void signOut()}>
        {t('accounts.confirm.signOut')}
      </Button>
      {question}
      <p className="u-note">
        {t('challenge.help')} <Link to={`/${language}/contact`}>{t('challenge.helpAction')}</Link>
      </p>
    </>
  )
}

/** The member's verified factors, apps first. */
function useFactors(): { factors: Factor[]; hasFailed: boolean; reload: () => void } {
  const getSupabase = useSupabase()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ factors: Factor[]; hasFailed: boolean }>({
    factors: [],
    hasFailed: false,
  })
  useEffect(() => {
    const load = async () => {
      const { data, error } = await (await getSupabase()).auth.mfa.listFactors()
      if (error) throw error
      setState({ factors: [...data.totp, ...data.phone], hasFailed: false })
    }
    load().catch((error: unknown) => {
      console.warn('The factors could not be read.', error)
      setState({ factors: [], hasFailed: true })
    })
  }, [attempt, getSupabase])
  return { ...state, reload: () => setAttempt((now) => now + 1) }
}
