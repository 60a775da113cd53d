import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EmailProof } from '#shared/email-proof.ts'
import { AppError } from '#shared/errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { usePolling } from '#app/session/use-polling.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import { findProof, saveTypedAddress, proveAddress, sendAddressCode } from './address-data.ts'
import { useAddressWords } from './address-words.ts'

const isOnItsWay = (proof: EmailProof | null) =>
  proof?.email_state === 'waiting' || proof?.email_state === 'later'

export type WaitingProof = EmailProof & { email_state: Exclude<EmailProof['email_state'], 'refused'> }
function findWaiting(proof: EmailProof | null): WaitingProof | null {
  return proof === null || proof.email_state === 'refused'
    ? null
    : { ...proof, email_state: proof.email_state }
}

/**
 * An address and the code that was sent to it. A pending code from another page or before a reload is continued.
 * @param about.typed the address already typed elsewhere; `current` is the current address
 */
export function useAddressProof(about: {
  typed: string
  current: string | null
  onDone: (() => void) | undefined
}) {
  const { t } = useAddressWords()
  const { typed, current, onDone } = about
  const {
    send: run,
    isPending,
    error,
  } = useMutation({
    isInline: true,
    explain({ code, field, detail }) {
      if (code === 'too_many_requests') return t('address.tooMany')
      if (code !== 'invalid_field' || field === undefined) return null
      return t(detail?.rule === 'required' ? 'errors.field.required' : 'errors.field.invalid')
    },
  })
  const [begun, setBegun] = useState<EmailProof | null>(null)
  const proof = usePolling(begun, isOnItsWay, findProof)
  const [email, setEmail] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const isTouched = useRef(false)
  useBegun(typed, (found) => {
    // The member's newer input wins.
    if (!isTouched.current) setBegun(found)
  })

  function fail(text: string, form: HTMLFormElement): void {
    flushSync(() => setProblem(text))
    focusFirstError(form)
  }

  const send = (form: HTMLFormElement, to: string) =>
    ask(form, async ({ api, uuid }) => {
      await sendAddressCode(api, uuid, to)
      setEmail(null)
      setCode('')
      setProblem(null)
      setBegun({ email: to.trim(), email_state: 'waiting' })
    })

  const prove = async (form: HTMLFormElement) => {
    const isProven = await ask(
      form,
      async ({ api, uuid }) => {
        const outcome = await proveAddress(api, uuid, code)
        if (outcome !== 'done') throw new AppError('invalid_field', { message: t(`address.${outcome}`) })
      },
      { done: t('address.done'), revalidates: true },
    )
    if (isProven) onDone?.()
  }

  /** The request's error appears next to the field. */
  function ask(form: HTMLFormElement, work: (call: Call) => Promise<void>, after = {}): Promise<boolean> {
    isTouched.current = true
    return run(work, {
      ...after,
      onError(text, { code: refusal }) {
        if (refusal === 'fresh_sign_in_required') saveTypedAddress(shown)
        else fail(text, form)
      },
    })
  }

  const shown = email ?? proof?.email ?? typed
  const waiting = findWaiting(proof)
  return {
    email: shown,
    /** The address that waits for its code. */
    waiting,
    code,
    /** The sign-in is too long ago to change an address (B22). */
    needsSignIn: error?.code === 'fresh_sign_in_required',
    problem: problem ?? (proof?.email_state === 'refused' && email === null ? t('address.refused') : null),
    isPending,
    change(fields: { email?: string; code?: string }) {
      isTouched.current = true
      if (fields.email !== undefined) setEmail(fields.email)
      if (fields.code !== undefined) setCode(fields.code)
      setProblem(null)
    },
    /** Another address, beginning with the one that was tried. */
    another() {
      setEmail(shown)
      setBegun(null)
      setCode('')
      setProblem(null)
    },
    anotherCode: (form: HTMLFormElement) => send(form, shown),
    submit(form: HTMLFormElement) {
      if (waiting) return prove(form)
      if (shown.trim().toLowerCase() === current) return fail(t('address.same'), form)
      return send(form, shown)
    },
  }
}

/** Runs once: takes the pending address, unless another one was typed. */
function useBegun(typed: string, take: (found: EmailProof) => void): void {
  const getSupabase = useSupabase()
  const look = useEffectEvent(async () => {
    try {
      const found = await findProof(await getSupabase())
      if (found && (typed === '' || found.email === typed.trim().toLowerCase())) take(found)
    } catch (error) {
      console.warn('Whether an address waits for its code could not be read.', error)
    }
  })
  useEffect(() => void look(), [])
}
