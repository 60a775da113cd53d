import { redirect } from 'react-router'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/usage'

/** What was used is listed where tokens and images are. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(`/${context.get(requestSession).language}/usage/history`)
}
