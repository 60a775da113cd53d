import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { operatorLimits, roles, type Role } from '#shared/operators.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { useTranslation } from '#app/session/words.tsx'
import {
  askFactorRemoval,
  blockMember,
  cancelFactorRemoval,
  endBenefit,
  setRole,
  type MemberDetails,
} from './operators-data.ts'
import styles from './operators-item.module.css'

// Opened by a press.
const BenefitDialog = lazyWithRetry(() => import('./benefit-dialog.tsx'))
const ConfirmDialog = lazyWithRetry(() => import('./confirm-dialog.tsx'))
const GiftDialog = lazyWithRetry(() => import('./gift-dialog.tsx'))
const ReasonDialog = lazyWithRetry(() => import('./reason-dialog.tsx'))

type Asked = 'block' | 'gift' | 'benefit' | 'end'

/** The actions of an operator on a member's account. */
export function MemberActs({ member, isOwner }: { member: MemberDetails; isOwner: boolean }) {
  const { t } = useTranslation('members', 'operators', 'usage')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const blocking = member.is_block ? 'unblock' : 'block'
  return (
    <>
      <div className="u-wide-row">
        <Button variant="default" onClick={() => setAsked('gift')}>
          {t('members.gift.action')}
        </Button>
        {!member.benefit && (
          <Button variant="default" onClick={() => setAsked('benefit')}>
            {t('members.benefit.action')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked('block')}>
          {t(`members.${blocking}.action`)}
        </Button>
      </div>
      {member.benefit && <Benefit benefit={member.benefit} onEnd={() => setAsked('end')} />}
      {isOwner && member.has_second_factor && <FactorField member={member} />}
      {isOwner && <RoleField member={member} />}
      {asked === 'gift' && (
        <Suspense>
          <GiftDialog member={member} onClose={close} />
        </Suspense>
      )}
      {asked === 'benefit' && (
        <Suspense>
          <BenefitDialog member={member} onClose={close} />
        </Suspense>
      )}
      {asked === 'block' && (
        <Suspense>
          <ReasonDialog
            title={t(`members.${blocking}.title`)}
            text={t(`members.${blocking}.text`)}
            label={t('members.reason')}
            limit={operatorLimits.actReason}
            action={t(`members.${blocking}.action`)}
            done={t(`members.${blocking}.done`)}
            send={async ({ supabase }, reason) =>
              blockMember(await supabase(), member.id, !member.is_block, reason)
            }
            onClose={close}
          />
        </Suspense>
      )}
      {asked === 'end' && (
        <Suspense>
          <ConfirmDialog
            title={t('members.benefit.endTitle')}
            text={t('members.benefit.endText')}
            action={t('members.benefit.end')}
            done={t('members.benefit.ended')}
            send={async ({ supabase }) => endBenefit(await supabase(), member.id)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

function Benefit(props: { benefit: NonNullable<MemberDetails['benefit']>; onEnd: () => void }) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const { type_detail: plan, start_at, end_at } = props.benefit
  // In the zone in which the dialog had them chosen.
  const zone = useZone()
  return (
    <div className={styles.aside}>
      <p>
        {t('members.benefit.current', {
          plan: plan ? t(`members.plans.${plan as 'pro'}`) : '',
          start: formatDay(start_at, language, zone),
          end: formatDay(end_at, language, zone),
        })}
      </p>
      <Button variant="default" size="sm" onClick={props.onEnd}>
        {t('members.benefit.end')}
      </Button>
    </div>
  )
}

/** Owners help a member who lost the authenticator, after a wait and a notice to the member. */
function FactorField({ member }: { member: MemberDetails }) {
  const { t, language } = useTranslation('members', 'operators', 'usage')
  const zone = useZone()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const due = member.factor_removal_at
  return (
    <div className={styles.aside}>
      {due && (
        <p className={`u-quiet ${styles.note}`}>
          {t('members.factor.due', { date: formatDay(due, language, zone) })}
        </p>
      )}
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t(due ? 'members.factor.cancel' : 'members.factor.action')}
      </Button>
      <Suspense>
        {isAsking && due && (
          <ConfirmDialog
            title={t('members.factor.cancelTitle')}
            text={t('members.factor.cancelText')}
            action={t('members.factor.cancel')}
            done={t('members.factor.cancelled')}
            send={async ({ supabase }) => cancelFactorRemoval(await supabase(), member.id)}
            onClose={close}
          />
        )}
        {isAsking && !due && (
          <ReasonDialog
            title={t('members.factor.title')}
            text={t('members.factor.text')}
            label={t('members.reason')}
            limit={operatorLimits.actReason}
            action={t('members.factor.action')}
            done={t('members.factor.done')}
            send={async ({ supabase }, reason) => askFactorRemoval(await supabase(), member.id, reason)}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Owners assign the operators' roles. */
function RoleField({ member }: { member: MemberDetails }) {
  const { t } = useTranslation('members', 'operators', 'usage')
  const [role, chooseRole] = useState<Role>(member.role)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={styles.aside}>
      <ChoiceField
        name="role"
        label={t('members.role.title')}
        value={role}
        onChange={chooseRole}
        options={roles.map((value) => ({ value, label: t(`operators.role.${value}`) }))}
      />
      <p className={`u-quiet ${styles.note}`}>{t('members.role.text')}</p>
      <Button variant="default" disabled={role === member.role} onClick={() => setIsAsking(true)}>
        {t('members.role.action')}
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('members.role.confirmTitle')}
            text={t('members.role.confirmText', { name: member.nickname, role: t(`operators.role.${role}`) })}
            action={t('members.role.action')}
            done={t('members.role.done')}
            send={async ({ supabase }) => setRole(await supabase(), member.id, role)}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
