import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useApi, useSupabase } from '#app/session/use-api.ts'
import { useMember } from '#app/session/root-data.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { formatDay } from '#shared/payments-text.ts'
import {
  cancelFactorRemoval,
  findFactorSafety,
  makeRecoveryCodes,
  type FactorSafety as Safety,
} from './profile-data.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useFactorWords } from './factor-words.ts'
import styles from './setting-page.module.css'

/**
 * The fallbacks for a lost app: recovery codes, and a requested removal. @param props.isNew the factor was turned on
 * just now
 */
export function FactorSafety({ isNew }: { isNew: boolean }) {
  const { t, language } = useFactorWords()
  const { safety, codes, isBusy, make, forget, cancel } = useSafety(isNew)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={styles.safety}>
      {safety?.removal_due_at && (
        <p className={styles.problem} role="alert">
          {t('factor.removal.text', { date: formatDay(safety.removal_due_at, language) })}{' '}
          <Button variant="default" size="sm" loading={isBusy} onClick={() => void cancel()}>
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
            loading={isBusy}
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
          isBusy={isBusy}
          onConfirm={() => void make().then(() => setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={forget} />}
    </div>
  )
}

function useSafety(isNew: boolean) {
  const { t } = useFactorWords()
  const member = useMember()
  const api = useApi()
  const getSupabase = useSupabase()
  const [safety, setSafety] = useState<Safety | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function act(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    try {
      await work()
      setSafety(await findFactorSafety(await getSupabase()))
    } catch (error) {
      showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }
  const make = () =>
    act(async () => {
      if (member) setCodes(await makeRecoveryCodes(api, member))
    })

  useEffect(() => {
    void (isNew ? make() : act(() => Promise.resolve()))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNew])

  return {
    safety,
    codes,
    isBusy,
    make,
    forget: () => setCodes(null),
    cancel: () =>
      act(async () => {
        await cancelFactorRemoval(await getSupabase())
        showToast({ message: t('factor.removal.cancelled') })
      }),
  }
}
