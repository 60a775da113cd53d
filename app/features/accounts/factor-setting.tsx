import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { siteName } from '#shared/site.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { FactorSafety } from './factor-safety.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { beginFactor, confirmFactor, findAppFactor, removeFactor, type NewFactor } from './profile-data.ts'
import styles from './setting-page.module.css'

type State = 'loading' | 'off' | 'failed' | { factorId: string }

/** The second factor: an authenticator app, turned on with its code and off by a session that was lifted with it (A25). */
export default function FactorSetting() {
  const { t } = useTranslation('my', 'factor')
  const { pathname } = useLocation()
  const { state, error, problem, isPending, fresh, begin, confirm, remove, clear, reset } = useFactor()
  const [isAsking, setIsAsking] = useState(false)
  const [isNew, setIsNew] = useState(false)
  const isOn = typeof state === 'object'
  return (
    <div id="factor-setting" className={`u-spread ${styles.row}`}>
      <div className={styles.about}>
        <span className="u-bold">{t('my.factor.title')}</span>
        <HelpLink topic="security" about={t('my.factor.title')} />
        <span className={styles.note} role="status">
          {t(isOn ? 'factor.on' : state === 'loading' ? 'my.factor.loading' : `factor.${state}`)}
        </span>
      </div>
      {isOn ? (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('factor.turnOff')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={isPending && !fresh}
          disabled={state !== 'off'}
          onClick={() => void begin()}
        >
          {t('factor.turnOn')}
        </Button>
      )}
      {error?.code === 'fresh_sign_in_required' ? (
        <FreshSignIn back={pathname} />
      ) : (
        problem &&
        !fresh && (
          <p className={styles.problem} role="alert">
            {t('factor.failed')}
          </p>
        )
      )}
      {isOn && <FactorSafety isNew={isNew} />}
      {fresh && (
        <SetupDialog
          factor={fresh}
          problem={problem}
          isPending={isPending}
          onConfirm={async (code) => {
            if (await confirm(code)) setIsNew(true)
          }}
          onType={clear}
          onClose={reset}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('factor.offTitle')}
          text={t('factor.offText')}
          action={t('factor.turnOff')}
          cancelLabel={t('my.setting.cancel')}
          closeLabel={t('site.close')}
          isBusy={isPending}
          onConfirm={() => void remove().then(() => setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

function SetupDialog(props: {
  factor: NewFactor
  problem: string | null
  isPending: boolean
  onConfirm: (code: string) => void
  onType: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('my', 'factor')
  const [code, setCode] = useState('')
  return (
    <FormDialog
      title={t('factor.setup')}
      action={t('factor.verify')}
      cancelLabel={t('my.setting.cancel')}
      closeLabel={t('site.close')}
      isPending={props.isPending}
      isDisabled={code.trim() === ''}
      onSubmit={() => props.onConfirm(code)}
      onClose={props.onClose}
    >
      <p>{t('factor.scan')}</p>
      <img className={styles.qr} src={props.factor.picture} alt={t('factor.qr')} />
      <p className={styles.note}>
        {t('factor.manual')} <span className={styles.secret}>{props.factor.secret}</span>
      </p>
      <TextField
        name="code"
        label={t('factor.code')}
        value={code}
        onChange={(value) => {
          setCode(value)
          props.onType()
        }}
        error={props.problem ?? undefined}
        inputProps={{ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12 }}
      />
    </FormDialog>
  )
}

function useFactor() {
  const { language, t } = useTranslation('my', 'factor')
  const getSupabase = useSupabase()
  const [state, setState] = useState<State>('loading')
  const [fresh, setFresh] = useState<NewFactor | null>(null)
  const { send, ...sending } = useMutation({
    isInline: true,
    explain: ({ code }) => t(code === 'invalid_field' ? 'factor.wrong' : 'factor.failed'),
  })

  useEffect(() => {
    void getSupabase()
      .then(findAppFactor)
      .then((factor) => setState(factor ? { factorId: factor.id } : 'off'))
      .catch((error: unknown) => {
        console.warn('The second factor could not be looked up.', error)
        setState('failed')
      })
  }, [getSupabase])

  return {
    ...sending,
    state,
    fresh,
    begin: () =>
      send(async ({ supabase }) => setFresh(await beginFactor(await supabase(), siteName[language]))),
    confirm: (code: string) =>
      send(
        async ({ supabase }) => {
          if (!fresh) return
          await confirmFactor(await supabase(), fresh.id, code)
          setState({ factorId: fresh.id })
          setFresh(null)
        },
        { done: t('factor.turnedOn'), revalidates: true },
      ),
    remove: () =>
      send(
        async ({ supabase }) => {
          if (typeof state !== 'object') return
          await removeFactor(await supabase(), state.factorId)
          setState('off')
        },
        { done: t('factor.turnedOff') },
      ),
    reset() {
      setFresh(null)
      sending.clear()
    },
  }
}
