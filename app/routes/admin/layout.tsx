import { Outlet } from 'react-router'
import styles from '#app/features/operators/console.module.css'
import { consoleScreen } from '#app/features/operators/console-screen.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

const Frame = await consoleScreen(() => import('#app/features/operators/console-frame.tsx'))

/** The server's HTML is visible before its code loads (console-screen.ts). */
export const handle = { styles: [styles] }

/** Each page checks again, because a browser may request its data alone. */
export function loader({ context }: Route.LoaderArgs) {
  requireOperator(context)
  return null
}

export default function ConsoleLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
