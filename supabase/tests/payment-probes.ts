/** The tables of payments, for the truth table: how to reach the row of `$1`, what to insert for that person, and a change. */
export const paymentProbes = {
  subscription: {
    key: 'user_id',
    insert: `(user_id, code, plan, period, amount, token_month, image_month, anchor_at, period_start, period_end) values ($1::uuid, left($1::uuid::text, 8), 'pro', 'month', 1, 1, 0, now(), now(), now() + interval '1 day')`,
    change: `status = 'ACTIVE'`,
  },
  payment_order: {
    key: 'user_id',
    insert: `(code, user_id, type, pack, amount) values (left($1::uuid::text, 8), $1::uuid, 'pack', 'x', 1)`,
    change: `amount = 0`,
  },
  refund_request: {
    key: 'user_id',
    insert: `(order_id, user_id, reason) select id, $1, 'x' from public.payment_order where user_id = $1`,
    change: `status = 'DONE'`,
  },
  payment_card: {
    key: 'user_id',
    insert: `(user_id, issuer, last_four) values ($1, '41', '1111')`,
    change: `last_four = 'x'`,
  },
  payment_debt: {
    key: 'user_id',
    insert: `(order_id, user_id, token, image) select id, $1, 1, 0 from public.payment_order where user_id = $1`,
    change: `token = 0`,
  },
} satisfies Record<string, { key: string; insert: string; change: string }>
