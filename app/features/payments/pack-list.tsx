import { LinkButton } from '#app/ui/link-button.tsx'
import { packNames, packs } from '#shared/payments.ts'
import { checkoutPath } from './checkout.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './plan-list.module.css'

/** One-time packs of tokens and of images (B36). */
export function PackList() {
  const { t, language } = useTranslation('payments')
  return (
    <section id="packs" className={styles.packs}>
      <h2>{t('payments.pack.title')}</h2>
      <p>{t('payments.pack.text')}</p>
      <ul className={styles.packList}>
        {packNames.map((name) => (
          <li key={name} className={`u-surface ${styles.pack}`}>
            <div>
              <b>{t(`payments.pack.names.${name}`)}</b>
              <span>{t('payments.price', { price: packs[name].price })}</span>
            </div>
            <LinkButton
              to={`/${language}${checkoutPath({ pack: name })}`}
              size="sm"
              label={t('payments.pack.label', { name: t(`payments.pack.names.${name}`) })}
            >
              {t('payments.pack.buy')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
