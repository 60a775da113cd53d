import { Outlet } from 'react-router'
import accountMenu from '#app/features/accounts/account-menu.module.css'
import alarmBell from '#app/features/alarms/alarm-bell.module.css'
import balance from '#app/features/usage/balance.module.css'
import avatar from '#app/ui/avatar.module.css'
import frame from '#app/ui/frame.module.css'
import headerPopover from '#app/ui/header-popover.module.css'
import { SiteShell } from './site-shell.tsx'

/**
 * The member's part of the header and the page's frame are visible before their code loads, so the page includes their
 * styles.
 */
export const handle = { styles: [accountMenu, alarmBell, avatar, balance, frame, headerPopover] }

export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  )
}
