import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/privacy'
import { TermsPage } from './terms-page.tsx'
import { getTerms } from './terms.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(requestSession)
  return {
    terms: getTerms('privacy', language, context.get(requestConfig)),
    path: `/${language}/terms/privacy`,
  }
}

export default function TermsOfPrivacy({ loaderData }: Route.ComponentProps) {
  return <TermsPage {...loaderData} />
}
