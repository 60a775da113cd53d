import { redirect } from 'react-router'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/update'

/** The list of updates (R14) is that of the notices of this type. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(`/${context.get(requestSession).language}/notice/list?type=update`)
}
