import { redirect } from 'react-router'
import styles from '#app/features/operators/operators.module.css'
import { operatorsId, operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { requirePage } from '#app/session/require.ts'
import { requestSession } from '#app/session/session.ts'
import { isOperator } from '#shared/operators.ts'
import type { Route } from './+types/factor'

const FactorRequired = await operatorsScreen(() => import('#app/features/accounts/factor-required.tsx'))

/** The server's HTML is visible before its code loads (operators-screen.ts). */
export const handle = { styles: [styles] }

export function loader({ context }: Route.LoaderArgs) {
  const { session, language } = context.get(requestSession)
  requirePage(session.kind === 'member' && isOperator(session.record.role))
  if (session.assurance === 'aal2') throw redirect(`/${language}/admin`)
  return null
}

export default function FactorRoute() {
  return (
    <div id={operatorsId} className={styles.operators}>
      <FactorRequired />
    </div>
  )
}
