import { redirect } from 'react-router'
import styles from '#app/features/operators/operators-frame.module.css'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { isOperator } from '#shared/operators.ts'
import type { Route } from './+types/factor'

const FactorRequired = lazyWithRetry(() => import('#app/features/accounts/factor-required.tsx'))

export function loader({ context }: Route.LoaderArgs) {
  const { session, language } = context.get(requestSession)
  requirePage(session.kind === 'member' && isOperator(session.record.role))
  if (session.assurance === 'aal2') throw redirect(`/${language}/admin`)
  return null
}

export default function FactorRoute() {
  return (
    <div className={styles.operators}>
      <FactorRequired />
    </div>
  )
}
