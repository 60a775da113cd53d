import { redirect } from 'react-router'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/usage'

/** One page shows both usage and balance: /my/usage and /my/token lead there. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(`/${context.get(requestSession).language}/usage/history`)
}
