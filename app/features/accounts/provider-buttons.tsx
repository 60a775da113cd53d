import { providers, type Provider } from '#shared/accounts.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './provider-buttons.module.css'

/** One button per provider, Kakao first. Each submits its form with its own name as `provider`. */
export function ProviderButtons({ pending }: { pending: string | null }) {
  const { t } = useTranslation('accounts')
  return (
    <div className="u-stack2">
      {providers.map((provider) => (
        <button
          key={provider}
          type="submit"
          name="provider"
          value={provider}
          className={styles.button}
          data-provider={provider}
          disabled={pending !== null}
        >
          <ProviderMark provider={provider} />
          <span>{pending === provider ? t('accounts.in.going') : t(`accounts.in.${provider}`)}</span>
        </button>
      ))}
    </div>
  )
}

/** The marks, as the providers' brand rules require them. */
function ProviderMark({ provider }: { provider: Provider }) {
  if (provider === 'kakao') {
    return (
      <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
        <path
          fill="currentColor"
          d="M9 1.6C4.6 1.6 1 4.4 1 7.9c0 2.2 1.5 4.2 3.7 5.3l-.8 3c-.1.3.2.5.5.3l3.5-2.3 1.1.1c4.4 0 8-2.8 8-6.4S13.400 1.600 9 1.600Z"
        />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.6 9.200c0-.6-.1-1.200-.2-1.800H9v3.500h4.800a4.100 4.100 0 0 1-1.800 2.700v2.300h2.900c1.700-1.600 2.700-3.900 2.700-6.700Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.400 0 4.500-.8 6-2.200l-3-2.200a5.400 5.400 0 0 1-8-2.900H1v2.300A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M4 10.700a5.400 5.400 0 0 1 0-3.400V5H1a9 9 0 0 0 0 8l3-2.300Z" />
      <path
        fill="#ea4335"
        d="M9 3.600c1.300 0 2.500.4 3.400 1.300L15 2.300A9 9 0 0 0 1 5l3 2.300a5.400 5.400 0 0 1 5-3.700Z"
      />
    </svg>
  )
}
