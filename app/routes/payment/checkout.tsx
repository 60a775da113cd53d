import { Suspense } from 'react'
import { redirectDocument, useLocation } from 'react-router'
import { estimateTool } from '#shared/tool-prices.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { CheckoutPage } from '#app/features/payments/checkout-page.tsx'
import { readCheckout } from '#app/features/payments/checkout.ts'
import { findCardDigits, readPlanState } from '#app/features/payments/payments-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/checkout'

const FreshSignIn = lazyWithRetry(async () => ({
  default: (await import('#app/features/accounts/fresh-sign-in.tsx')).FreshSignIn,
}))

// Shown after a press, never in the server's HTML: a late hydration would lose earlier input.
const AddressAsk = lazyWithRetry(async () => ({
  default: (await import('#app/features/accounts/address-ask.tsx')).AddressAsk,
}))

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { supabase, member, language } = requireMember(context, url)
  const { cardMode: mode, mailMode, toolModel } = context.get(requestConfig)
  // The provider's script may run on documents of this page only: a client navigation to it loads a new document.
  if (mode === 'toss' && request.headers.get('sec-fetch-dest') === 'empty')
    throw redirectDocument(url.pathname + url.search)
  const [state, lastFour] = await Promise.all([
    readPlanState(supabase, member.id),
    findCardDigits(supabase, member.id),
  ])
  const checkout = readCheckout(url.searchParams, state)
  requirePage(checkout !== null)
  const form = { tool: 'article', language: language === 'ko' ? 'Korean' : 'English' } as const
  const articleTokens = estimateTool(form, [], toolModel).expected
  return {
    checkout,
    articleTokens,
    lastFour,
    mode,
    mailMode,
    email: member.email,
    now: new Date().toISOString(),
  }
}

export default function CheckoutRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('billing', 'checkout', 'payments')
  const { pathname, search } = useLocation()
  return (
    <>
      <PageHead title={t('checkout.title')} />
      <CheckoutPage
        {...loaderData}
        askAddress={
          loaderData.email === null &&
          loaderData.mailMode !== 'closed' && <AddressAsk place="payment" mode={loaderData.mailMode} />
        }
        freshSignIn={
          <Suspense>
            <FreshSignIn back={pathname + search} />
          </Suspense>
        }
      />
    </>
  )
}
