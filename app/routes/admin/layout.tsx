import { Outlet } from 'react-router'
import styles from '#app/features/operators/operators.module.css'
import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

const Frame = await operatorsScreen(() => import('#app/features/operators/operators-frame.tsx'))

/** The server's HTML is visible before its code loads (operators-screen.ts). */
export const handle = { styles: [styles] }

/** Each page checks again, because a browser may request its data alone. */
export function loader({ context }: Route.LoaderArgs) {
  requireOperator(context)
  return null
}

export default function OperatorsLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
