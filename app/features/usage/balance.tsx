import { Suspense, useState } from 'react'
import { availableImages, availableTokens } from '#shared/usage.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { MemberUsage } from '#app/session/session.ts'
import { useTranslation } from '#app/session/words.tsx'
import { HeaderPopover } from '#app/ui/header-popover.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import styles from './balance.module.css'

const BalanceDetails = lazyWithRetry(() => import('./balance-details.tsx'))

/** `95,800 토큰 · 10 이미지` in the header: the balance of gifts and the paid period together. A press explains it. */
export function Balance({ usage }: { usage: MemberUsage }) {
  const { t } = useTranslation()
  const tokens = availableTokens(usage)
  const images = availableImages(usage)
  const [first] = useState({ tokens, images })
  const number = (value: number, atFirst: number) => (
    // A new number gets a new element, so that it is animated; the first one is not.
    <b key={value} data-changed={value !== atFirst || undefined}>
      {value.toLocaleString('en-US')}
    </b>
  )
  return (
    <>
      <HeaderPopover
        id="balance"
        hint={t('site.balance.label', { tokens, images })}
        buttonClassName={styles.balance}
        button={
          <>
            <span data-long-balance={tokens >= 1_000_000 || undefined}>
              {number(tokens, first.tokens)} {t('site.balance.tokens')}
            </span>
            <span className={styles.images}>
              {number(images, first.images)} {t('site.balance.images')}
            </span>
          </>
        }
      >
        {(close) => (
          <Suspense>
            <BalanceDetails usage={usage} onFollow={close} />
          </Suspense>
        )}
      </HeaderPopover>
      <LiveRegion text={tokens === first.tokens ? '' : t('site.balance.changed', { tokens })} />
    </>
  )
}
