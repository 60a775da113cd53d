import { Outlet } from 'react-router'
import { SiteShell } from './site-shell.tsx'

export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  )
}
