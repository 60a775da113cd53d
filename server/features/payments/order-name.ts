import { siteName } from '#shared/site.ts'
import ko from '#shared/messages/ko/payments.json' with { type: 'json' }
import type { OrderForm } from '#shared/payments-form.ts'

type Named = {
  type: string
  plan?: string | null
  period?: string | null
  pack?: string | null
}

/**
 * The name on the provider's page and on statements: Korean, because only Korean cards can pay. At most 100 characters.
 */
export function orderName(order: Named | OrderForm): string {
  const { plan, period, pack } = order as Named
  if (pack) return `${siteName.ko} ${ko.pack.names[pack as keyof typeof ko.pack.names]}`
  if (!plan) return `${siteName.ko} 카드 등록`
  const { name } = ko.plan[plan as keyof typeof ko.plan]
  return `${siteName.ko} ${name} ${period === 'year' ? '1년' : '1개월'}`
}
