import { requestConfig } from '#app/session/request-config.ts'
import { requestSession } from '#app/session/session.ts'
import type { Route } from './+types/use'
import { TermsPage } from './terms-page.tsx'
import { getTerms } from './terms.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(requestSession)
  return { terms: getTerms('use', language, context.get(requestConfig)), path: `/${language}/terms/use` }
}

export default function TermsOfUse({ loaderData }: Route.ComponentProps) {
  return <TermsPage {...loaderData} />
}
