import { useRootData } from './root-data.ts'
import styles from './business-details.module.css'

/** Shows the operator of the site: in every footer, and next to agreements and payments. */
export function BusinessDetails() {
  const business = useRootData()?.business
  if (!business) return null
  if (business.missing !== null) return <p className={styles.missing}>{business.missing}</p>
  return (
    <dl className={styles.details}>
      {business.lines.map(({ label, value, link }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {link?.text !== value && value} {link && <a href={link.href}>{link.text}</a>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
