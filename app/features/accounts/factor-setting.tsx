import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { siteName } from '#shared/site.ts'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { FactorSafety } from './factor-safety.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { useFactorWords } from './factor-words.ts'
import { beginFactor, confirmFactor, findAppFactor, removeFactor, type NewFactor } from './profile-data.ts'
import styles from './setting-page.module.css'

type State = 'loading' | 'off' | 'failed' | { factorId: string }

/** The second factor: an authenticator app, turned on with its code and off by a session that was lifted with it (A25). */
export default function FactorSetting() {
  const { t } = useFactorWords()
  const { pathname } = useLocation()
  const { state, problem, isBusy, fresh, begin, confirm, remove, reset } = useFactor()
  const [isAsking, setIsAsking] = useState(false)
  const [isNew, setIsNew] = useState(false)
  const isOn = typeof state === 'object'
  const turnOn = useRef<HTMLButtonElement>(null)
  /** The button lost the focus while it was busy, so the dialog has none to restore. */
  const leave = () => {
    reset()
    requestAnimationFrame(() => turnOn.current?.focus())
  }
  return (
    <div id="factor-setting" className={styles.row}>
      <div className={styles.about}>
        <span className={styles.label}>{t('my.factor.title')}</span>
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
          ref={turnOn}
          variant="default"
          loading={isBusy && !fresh}
          disabled={state !== 'off'}
          onClick={() => void begin()}
        >
          {t('factor.turnOn')}
        </Button>
      )}
      {problem?.code === 'fresh_sign_in_required' ? (
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
          isBusy={isBusy}
          onConfirm={(code) => void confirm(code).then(() => setIsNew(true))}
          onClose={leave}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('factor.offTitle')}
          text={t('factor.offText')}
          action={t('factor.turnOff')}
          cancelLabel={t('my.setting.cancel')}
          closeLabel={t('site.close')}
          isBusy={isBusy}
          onConfirm={() => void remove().then(() => setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

function SetupDialog(props: {
  factor: NewFactor
  problem: AppError | null
  isBusy: boolean
  onConfirm: (code: string) => void
  onClose: () => void
}) {
  const { t } = useFactorWords()
  const [code, setCode] = useState('')
  const wrong = props.problem && t(props.problem.code === 'invalid_field' ? 'factor.wrong' : 'factor.failed')
  return (
    <Dialog
      isOpen
      title={t('factor.setup')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('my.setting.cancel')}
          </Button>
          <Button type="submit" form="factor-form" loading={props.isBusy} disabled={code.trim() === ''}>
            {t('factor.verify')}
          </Button>
        </>
      }
    >
      <Form id="factor-form" isBusy={props.isBusy} onSubmit={() => props.onConfirm(code)}>
        <p>{t('factor.scan')}</p>
        <img className={styles.qr} src={props.factor.picture} alt={t('factor.qr')} />
        <p className={styles.note}>
          {t('factor.manual')} <span className={styles.secret}>{props.factor.secret}</span>
        </p>
        <TextField
          name="code"
          label={t('factor.code')}
          value={code}
          onChange={setCode}
          error={wrong ?? undefined}
          inputProps={{ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12 }}
        />
      </Form>
    </Dialog>
  )
}

function useFactor() {
  const { language, t } = useFactorWords()
  const getSupabase = useSupabase()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<State>('loading')
  const [fresh, setFresh] = useState<NewFactor | null>(null)
  const [problem, setProblem] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    void getSupabase()
      .then(findAppFactor)
      .then((factor) => setState(factor ? { factorId: factor.id } : 'off'))
      .catch((error: unknown) => {
        console.warn('The second factor could not be looked up.', error)
        setState('failed')
      })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  async function act(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(toAppError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return {
    state,
    fresh,
    problem,
    isBusy,
    begin: () => act(async () => setFresh(await beginFactor(await getSupabase(), siteName[language]))),
    confirm: (code: string) =>
      act(async () => {
        if (!fresh) return
        await confirmFactor(await getSupabase(), fresh.id, code)
        setState({ factorId: fresh.id })
        setFresh(null)
        showToast({ message: t('factor.turnedOn') })
        void revalidate()
      }),
    remove: () =>
      act(async () => {
        if (typeof state !== 'object') return
        await removeFactor(await getSupabase(), state.factorId)
        setState('off')
        showToast({ message: t('factor.turnedOff') })
      }),
    reset() {
      setFresh(null)
      setProblem(null)
    },
  }
}
