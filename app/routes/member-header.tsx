import { AccountMenu } from '#app/features/accounts/account-menu.tsx'
import { AlarmBell } from '#app/features/alarms/alarm-bell.tsx'
import { UnsentTexts } from '#app/features/tools/texts/unsent-texts.tsx'
import { Balance } from '#app/features/usage/balance.tsx'
import { useUsage } from '#app/session/live-usage.tsx'
import type { MemberRecord } from '#app/session/session.ts'

/** A member's part of the header: balance, alarms, menu. Visitors never load it. */
export default function MemberHeader({ member }: { member: MemberRecord }) {
  const usage = useUsage()
  return (
    <>
      {usage && <Balance usage={usage} />}
      <AlarmBell />
      <AccountMenu member={member} />
      <UnsentTexts memberId={member.id} />
    </>
  )
}
