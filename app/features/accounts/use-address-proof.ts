import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EmailProof } from '#shared/email-proof.ts'
import { AppError } from '#shared/errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { useMember } from '#app/session/root-data.ts'
import { usePolling } from '#app/session/use-polling.ts'
import { findProof, proveAddress, sendAddressCode } from './address-data.ts'
import { typedAddress } from './typed-address.ts'
import { useTranslation } from '#app/session/words.tsx'

/** The value of the button that submits the form for another code. */
export const anotherCode = 'another-code'

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
  const { t } = useTranslation('address', 'errors')
  const { typed, current, onDone } = about
  const memberId = useMember()?.id ?? null
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
  const waiting = findWaiting(proof)
  const known = proof?.email ?? typed
  const form = useForm({ email: null as string | null, code: '' }, (fields) => {
    const isSame = !waiting && (fields.email ?? known).trim().toLowerCase() === current
    return checked({ email: isSame && t('address.same') }, () => null)
  })
  const { email, code } = form.values
  const shown = email ?? known
  const isTouched = useRef(false)
  useBegun(typed, (found) => {
    // The member's newer input wins.
    if (!isTouched.current) setBegun(found)
  })

  const send = (to: string) =>
    ask(async ({ api, uuid }) => {
      await sendAddressCode(api, uuid, to)
      form.change({ email: null, code: '' })
      setBegun({ email: to.trim(), email_state: 'waiting' })
    })

  const prove = async () => {
    const isProven = await ask(
      async ({ api, uuid }) => {
        const outcome = await proveAddress(api, uuid, code)
        if (outcome !== 'done') throw new AppError('invalid_field', { message: t(`address.${outcome}`) })
      },
      { done: t('address.done'), revalidates: true },
    )
    if (isProven) onDone?.()
  }

  /** The request's error appears next to the field. */
  function ask(work: (call: Call) => Promise<void>, after = {}): Promise<boolean> {
    isTouched.current = true
    return run(work, {
      ...after,
      onError(text, { code: refusal }) {
        if (refusal === 'fresh_sign_in_required') typedAddress.of(memberId).save(shown)
        else form.refuse(waiting ? { code: text } : { email: text })
      },
    })
  }

  const refused = proof?.email_state === 'refused' && email === null ? t('address.refused') : undefined
  return {
    email: shown,
    /** The address that waits for its code. */
    waiting,
    code,
    /** The sign-in is too long ago to change an address (B22). */
    needsSignIn: error?.code === 'fresh_sign_in_required',
    problem: form.problemOf(waiting ? 'code' : 'email') ?? refused,
    isPending,
    change(fields: { email?: string; code?: string }) {
      isTouched.current = true
      form.change(fields)
    },
    /** Another address, beginning with the one that was tried. */
    another() {
      form.change({ email: shown, code: '' })
      setBegun(null)
    },
    submit: (element: HTMLFormElement, pressed: string) =>
      form.submit(() => (waiting && pressed !== anotherCode ? prove() : send(shown)))(element),
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
