import { Outlet } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/layout'

// Each screen and this frame load where they are shown: a refused visitor gets the code of none.
const Frame = lazyWithRetry(() => import('#app/features/operators/operators-frame.tsx'))

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
