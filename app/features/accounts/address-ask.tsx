import { Button } from '@mantine/core'
import { Suspense, useId } from 'react'
import { useLocation } from 'react-router'
import { emailCodeLength } from '#shared/email-proof.ts'
import type { MailMode } from '#shared/invites.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { anotherCode, useAddressProof, type WaitingProof } from './use-address-proof.ts'
import styles from './address-ask.module.css'

const FreshSignIn = lazyWithRetry(async () => ({
  default: (await import('./fresh-sign-in.tsx')).FreshSignIn,
}))

type AddressAskProps = {
  /** The place of the form: before a payment, after a question, or in the settings. */
  place: 'payment' | 'contact' | 'setting'
  mode: MailMode
  /** The address that was already typed elsewhere. */
  email?: string
  /** The current address; null or left out where there is none. */
  current?: string | null
  onClose?: () => void
}

/** Asks a member for an e-mail address, and for the code that was sent to it (B32). It blocks nothing. */
export function AddressAsk({ place, mode, email = '', current = null, onClose }: AddressAskProps) {
  const { t } = useTranslation('address')
  const id = useId()
  const kind = place === 'setting' && current === null ? 'add' : place
  return (
    <section className="u-card u-mt5" aria-labelledby={id}>
      <h2 id={id} className="u-title4">
        {t(`address.title.${kind}`)}
      </h2>
      <p className="u-muted u-small u-mt1">{t(`address.text.${place}`)}</p>
      <AddressForm
        label={t(`address.title.${kind}`)}
        isAsked={place !== 'contact'}
        {...{ mode, typed: email, current, onClose }}
      />
    </section>
  )
}

type AddressFormProps = {
  label: string
  /** A press opened the form, so it takes the focus. */
  isAsked: boolean
  mode: MailMode
  typed: string
  current: string | null
  onClose: (() => void) | undefined
}

function AddressForm({ label, isAsked, mode, typed, current, onClose }: AddressFormProps) {
  const { t } = useTranslation('address')
  const { pathname } = useLocation()
  const { email, waiting, code, problem, isPending, needsSignIn, change, another, submit } = useAddressProof({
    typed,
    current,
    onDone: onClose,
  })
  return (
    <Form className={styles.form} isBusy={isPending} label={label} onSubmit={submit}>
      {waiting === null ? (
        <TextField
          name="own-email"
          type="email"
          label={t('address.email')}
          placeholder={t('address.placeholder')}
          value={email}
          onChange={(value) => change({ email: value })}
          error={problem}
          inputProps={{
            autoFocus: isAsked,
            autoComplete: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
          }}
        />
      ) : (
        <>
          <p className="u-muted u-small" role="status">
            {t(`address.delivery.${emailStateOf(waiting, mode)}`, { email: waiting.email })}
          </p>
          <TextField
            key={waiting.email}
            name="code"
            label={t('address.code')}
            value={code}
            onChange={(value) => change({ code: value })}
            error={problem}
            inputProps={{
              autoFocus: isAsked,
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              maxLength: emailCodeLength,
            }}
          />
        </>
      )}
      {needsSignIn && (
        <Suspense>
          <FreshSignIn back={pathname} />
        </Suspense>
      )}
      <div className="u-row">
        <Button type="submit" variant="default" loading={isPending}>
          {t(waiting === null ? 'address.send' : 'address.verify')}
        </Button>
        {waiting !== null && (
          <>
            <Button type="submit" variant="subtle" disabled={isPending} value={anotherCode}>
              {t('address.again')}
            </Button>
            <Button variant="subtle" disabled={isPending} onClick={another}>
              {t('address.other')}
            </Button>
          </>
        )}
        {onClose && (
          <Button variant="subtle" disabled={isPending} onClick={onClose}>
            {t('address.close')}
          </Button>
        )}
      </div>
    </Form>
  )
}

const emailStateOf = ({ email_state: state }: WaitingProof, mode: MailMode) =>
  state === 'sent' && mode === 'log' ? 'logged' : state
