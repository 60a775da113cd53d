import { Outlet } from 'react-router'
import Frame from '#app/features/operators/operators-frame.tsx'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

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
