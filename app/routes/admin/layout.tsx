import { Outlet } from 'react-router'
import { ConsoleFrame } from '#app/features/operators/console-frame.tsx'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

/** Each page asks again: a browser may ask for its data alone. */
export function loader({ context }: Route.LoaderArgs) {
  requireOperator(context)
  return null
}

export default function ConsoleLayout() {
  return (
    <ConsoleFrame>
      <Outlet />
    </ConsoleFrame>
  )
}
