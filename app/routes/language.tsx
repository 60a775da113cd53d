import { Outlet } from 'react-router'
import { isLanguage } from '#shared/language.ts'
import { requirePage } from '#app/session/require.ts'
import type { Route } from './+types/language'

/** Only configured languages are a prefix; any other prefix is a 404 (R02, R24). */
export function loader({ params }: Route.LoaderArgs) {
  requirePage(isLanguage(params.lang))
  return null
}

export default function LanguagePages() {
  return <Outlet />
}
