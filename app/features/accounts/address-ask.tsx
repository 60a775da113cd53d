import { Button } from '@mantine/core'
import { useId } from 'react'
import { emailCodeLength } from '#shared/email-proof.ts'
import type { MailMode } from '#shared/invites.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useAddressWords } from './address-words.ts'
import { useAddressProof, type WaitingProof } from './use-address-proof.ts'
import styles from './address-ask.module.css'

type AddressAskProps = {
  /** Where somebody is asked: before a payment, or after a question. */
  place: 'payment' | 'contact'
  mode: MailMode
  /** What was typed elsewhere already. */
  email?: string
}

/** Asks a member without an e-mail address for one, and for the code that was sent there (B32). Nothing waits for it. */
export function AddressAsk({ place, mode, email: typed = '' }: AddressAskProps) {
  const { t } = useAddressWords()
  const id = useId()
  const isPayment = place === 'payment'
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(isPayment ? 'address.title' : 'address.contactTitle')}
      </h2>
      <p className={styles.text}>{t(isPayment ? 'address.text' : 'address.contactText')}</p>
      <AddressForm
        label={t(isPayment ? 'address.title' : 'address.contactTitle')}
        mode={mode}
        typed={typed}
      />
    </section>
  )
}

function AddressForm({ label, mode, typed }: { label: string; mode: MailMode; typed: string }) {
  const { t } = useAddressWords()
  const { email, waiting, code, problem, isBusy, change, another, anotherCode, submit } =
    useAddressProof(typed)
  return (
    <Form className={styles.form} isBusy={isBusy} label={label} onSubmit={(form) => void submit(form)}>
      {waiting === null ? (
        <TextField
          name="own-email"
          type="email"
          label={t('address.email')}
          placeholder={t('address.placeholder')}
          value={email}
          onChange={(value) => change({ email: value })}
          error={problem ?? undefined}
          inputProps={{ autoComplete: 'email', autoCapitalize: 'none', spellCheck: false }}
        />
      ) : (
        <>
          <p className={styles.note} role="status">
            {t(`address.letter.${letterOf(waiting, mode)}`, { email: waiting.email })}
          </p>
          <TextField
            key={waiting.email}
            name="code"
            label={t('address.code')}
            value={code}
            onChange={(value) => change({ code: value })}
            error={problem ?? undefined}
            inputProps={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: emailCodeLength }}
          />
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={isBusy}>
          {t(waiting === null ? 'address.send' : 'address.verify')}
        </Button>
        {waiting !== null && (
          <>
            <Button
              variant="subtle"
              disabled={isBusy}
              onClick={({ currentTarget: { form } }) => form && void anotherCode(form)}
            >
              {t('address.again')}
            </Button>
            <Button variant="subtle" disabled={isBusy} onClick={another}>
              {t('address.other')}
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}

const letterOf = ({ letter }: WaitingProof, mode: MailMode) =>
  letter === 'sent' && mode === 'log' ? 'logged' : letter
