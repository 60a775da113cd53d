import { Outlet } from 'react-router'
import styles from '#app/features/operators/console.module.css'
import { consoleScreen } from '#app/features/operators/console-screen.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

const Frame = await consoleScreen(() => import('#app/features/operators/console-frame.tsx'))

/** What the server draws is seen before its code has come (console-screen.ts). */
export const handle = { styles: [styles] }

/** Each page asks again: a browser may ask for its data alone. */
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
