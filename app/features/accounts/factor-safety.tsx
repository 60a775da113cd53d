import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMember } from '#app/session/root-data.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { formatDay } from '#shared/payments-text.ts'
import {
  cancelFactorRemoval,
  findFactorSafety,
  makeRecoveryCodes,
  type FactorSafety as Safety,
} from './profile-data.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './setting-page.module.css'

/**
 * The fallbacks for a lost app: recovery codes, and a requested removal. @param props.isNew the factor was turned on
 * just now
 */
export function FactorSafety({ isNew }: { isNew: boolean }) {
  const { t, language } = useTranslation('my', 'factor')
  const { safety, codes, isPending, make, forget, cancel } = useSafety(isNew)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={styles.safety}>
      {safety?.removal_due_at && (
        <p className={styles.problem} role="alert">
          {t('factor.removal.text', { date: formatDay(safety.removal_due_at, language) })}{' '}
          <Button variant="default" size="sm" loading={isPending} onClick={() => void cancel()}>
            {t('factor.removal.cancel')}
          </Button>
        </p>
      )}
      {safety && (
        <p className={styles.note}>
          {safety.codes > 0 ? t('factor.codes.left', { count: safety.codes }) : t('factor.codes.none')}{' '}
          <Button
            variant="subtle"
            size="sm"
            loading={isPending}
            onClick={() => (safety.codes > 0 ? setIsAsking(true) : void make())}
          >
            {t(safety.codes > 0 ? 'factor.codes.again' : 'factor.codes.make')}
          </Button>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('factor.codes.again')}
          text={t('factor.codes.againText')}
          action={t('factor.codes.again')}
          cancelLabel={t('my.setting.cancel')}
          closeLabel={t('site.close')}
          isBusy={isPending}
          onConfirm={() => void make().then(() => setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={forget} />}
    </div>
  )
}

function useSafety(isNew: boolean) {
  const { t } = useTranslation('my', 'factor')
  const member = useMember()
  const { send, isPending } = useMutation()
  // Apart: new codes are made even while the state is still being read.
  const reading = useMutation()
  const [safety, setSafety] = useState<Safety | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const read = async ({ supabase }: Call) => setSafety(await findFactorSafety(await supabase()))
  const make = () =>
    send(async (call) => {
      if (member) setCodes(await makeRecoveryCodes(call.api, member))
      await read(call)
    })
  const start = useEffectEvent(() => void (isNew ? make() : reading.send(read)))
  useEffect(() => start(), [isNew])

  return {
    safety,
    codes,
    isPending,
    make,
    forget: () => setCodes(null),
    cancel: () =>
      send(
        async (call) => {
          await cancelFactorRemoval(await call.supabase())
          await read(call)
        },
        { done: t('factor.removal.cancelled') },
      ),
  }
}
