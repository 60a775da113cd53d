import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { emailCodeLength } from '#shared/email-proof.ts'
import { AppError } from '#shared/errors.ts'
import type { MailMode } from '#shared/invites.ts'
import { useMember } from '#app/session/facts.ts'
import { useApi } from '#app/session/use-api.ts'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { proveAddress, sendAddressCode } from './address-data.ts'
import { useAddressWords } from './address-words.ts'
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
  const { email, sentTo, code, problem, isBusy, change, again, submit } = useProof(typed)
  const isPayment = place === 'payment'
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(isPayment ? 'address.title' : 'address.contactTitle')}
      </h2>
      <p className={styles.text}>{t(isPayment ? 'address.text' : 'address.contactText')}</p>
      <Form
        className={styles.form}
        isBusy={isBusy}
        label={t(isPayment ? 'address.title' : 'address.contactTitle')}
        onSubmit={(form) => void submit(form)}
      >
        {sentTo === null ? (
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
          <TextField
            key={sentTo}
            name="code"
            label={t('address.code')}
            hint={t('address.sent', { email: sentTo }) + (mode === 'log' ? ` ${t('address.logged')}` : '')}
            value={code}
            onChange={(value) => change({ code: value })}
            error={problem ?? undefined}
            inputProps={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: emailCodeLength }}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={isBusy}>
            {t(sentTo === null ? 'address.send' : 'address.verify')}
          </Button>
          {sentTo !== null && (
            <Button variant="subtle" disabled={isBusy} onClick={again}>
              {t('address.other')}
            </Button>
          )}
        </div>
      </Form>
    </section>
  )
}

function useProof(typed: string) {
  const { t } = useAddressWords()
  const api = useApi()
  const uuid = useMember()?.uuid ?? ''
  const { revalidate } = useRevalidator()
  const [email, setEmail] = useState(typed)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  function fail(text: string, form: HTMLFormElement): void {
    flushSync(() => setProblem(text))
    focusFirstError(form)
  }

  async function prove(form: HTMLFormElement): Promise<void> {
    const outcome = await proveAddress(api, uuid, code)
    if (outcome !== 'done') return fail(t(`address.${outcome}`), form)
    showToast({ message: t('address.done') })
    await revalidate()
  }

  return {
    email,
    sentTo,
    code,
    problem,
    isBusy,
    change(fields: { email?: string; code?: string }) {
      if (fields.email !== undefined) setEmail(fields.email)
      if (fields.code !== undefined) setCode(fields.code)
      setProblem(null)
    },
    again() {
      setSentTo(null)
      setCode('')
      setProblem(null)
    },
    async submit(form: HTMLFormElement) {
      setIsBusy(true)
      try {
        if (sentTo !== null) return await prove(form)
        await sendAddressCode(api, uuid, email)
        setProblem(null)
        setSentTo(email.trim())
      } catch (error) {
        const refusal = error instanceof AppError ? error : new AppError('try_again', { cause: error })
        const rule = refusal.detail?.rule === 'required' ? 'required' : 'invalid'
        fail(
          refusal.code === 'invalid_field'
            ? t(`errors.field.${rule}`)
            : refusal.message || t('errors.try_again'),
          form,
        )
      } finally {
        setIsBusy(false)
      }
    },
  }
}
