// The ledger of a large site: orders, movements and the balances that are their sums. Also its prompts with their
// counts.
import { teamOwner, type Filling, type ScalePlan } from './scale-rows.ts'

const numbers = 'generate_series($1::bigint, $2::bigint) g'
const invitesOfHeavy = 3_000

/** One after the other within its list: later ones read what earlier ones wrote. */
export function ledgerFillings(plan: ScalePlan): Filling[] {
  const { members, texts, subscriptions } = plan
  const one = (table: string, to: number, text: string): Filling => ({ table, from: 1, to, text })
  const friends = Math.min(invitesOfHeavy, Math.floor(members / 10))
  const movement = (table: string) =>
    `insert into public.${table} (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, created_at)`
  return [
    one(
      'public.subscription',
      subscriptions + 1,
      `insert into public.subscription (id, user_id, code, plan, period, status, amount, token_month, image_month, anchor_at, anchor_number, period_number, period_start, period_end,
         months_given, next_month_at, next_try_at, ended_at, created_at) overriding system value
       select g, bench.member(s.n), 's' || lpad(g::text, 10, '0'), s.plan, s.period, s.status, case s.period when 'year' then 99000 else 9900 end, s.token, 100,
         private.add_months(s.until, -s.months * s.paid), 1, s.paid, private.add_months(s.until, -s.months), s.until, s.given,
         case when s.period = 'year' and s.given < 12 and s.status in ('ACTIVE', 'PENDING_CANCEL') then private.add_months(private.add_months(s.until, -12), s.given) end,
         case when s.status = 'UNPAID' then now() + interval '1 day' end, case when s.status = 'EXPIRED' then s.until end, private.add_months(s.until, -s.months * s.paid)
       from ${numbers} cross join lateral (
         select case when g > ${subscriptions} then ${teamOwner} else 20 + 33 * (g - 1) end as n,
           case when g > ${subscriptions} then 'team' when g % 10 < 6 then 'basic' else 'pro' end as plan,
           case when g % 10 = 9 then 'year' else 'month' end as period, case when g % 10 = 9 then 12 else 1 end as months,
           case when g > ${subscriptions} then 'ACTIVE' when g % 20 = 0 then 'PENDING_CANCEL' when g % 50 = 1 then 'UNPAID' when g % 40 = 3 then 'EXPIRED' else 'ACTIVE' end as status,
           case when g > ${subscriptions} then 10000000 else 300000 end::bigint as token, case when g % 10 = 9 then 1 else 1 + g % 12 end::integer as paid,
           case when g > ${subscriptions} then now() + interval '9 days' when g % 40 = 3 then now() - interval '20 days' when g % 50 = 1 then now() - interval '2 days'
             when g % 10 = 9 then now() + make_interval(days => (g / 10 % 360)::integer)
             when g % 30 = 0 then now() - interval '1 hour' else now() + make_interval(days => (1 + g % 29)::integer) end as until,
           -- Of a year, the month that runs; every fortieth of them has one to come.
           case when g % 10 = 9 then greatest(1, 12 - (g / 10 % 360 / 30)::integer - case when g % 40 = 9 then 1 else 0 end) else 1 end::integer as given) s`,
    ),
    one(
      'public.payment_order',
      subscriptions + 1,
      `insert into public.payment_order (code, user_id, type, plan, period, amount, token, image, subscription_id, period_number, status, card_issuer, card_last_four, created_at, paid_at, language)
       select s.code || '-p' || p, s.user_id, case when p = 1 then 'subscription' else 'renewal' end, s.plan, s.period, s.amount, s.token_month, s.image_month, s.id, p, 'PAID', '신한', '1234',
         private.add_months(s.anchor_at, p - 1), private.add_months(s.anchor_at, p - 1), case when p = 1 then 'ko' end
       from public.subscription s, generate_series(1, s.period_number) p where s.id between $1 and $2 order by s.anchor_at, s.id, p`,
    ),
    one(
      'public.payment_order',
      300,
      `insert into public.payment_order (code, user_id, type, pack, amount, token, image, status, created_at, paid_at, language)
       select 'pack-' || lpad(g::text, 8, '0'), bench.member(1), 'pack', 'small', 5000, 50000, 0, 'PAID', bench.even(g / 300.0, 900), bench.even(g / 300.0, 900), 'ko' from ${numbers}`,
    ),
    one(
      'public.payment_order',
      2_000,
      `insert into public.payment_order (code, user_id, type, pack, amount, token, image, status, created_at, check_at, try_number)
       select 'open-' || lpad(g::text, 8, '0'), bench.member(${members} / 2 + g), 'pack', 'small', 5000, 50000, 0, case when g <= 50 then 'UNKNOWN' else 'PENDING' end,
         case when g <= 50 then now() - interval '10 minutes' else bench.even(g / 2000.0, 2) end, case when g <= 50 then now() - interval '1 minute' end, 1 from ${numbers}`,
    ),
    one(
      'private.payment',
      1,
      `insert into private.payment (order_id, try_number, code, status, payment_key, amount, balance, approved_at, created_at)
       select o.id, 1, o.code || '-1', case o.status when 'PAID' then 'DONE' else 'UNKNOWN' end, case o.status when 'PAID' then 'key-' || o.id end, o.amount,
         case o.status when 'PAID' then o.amount end, o.paid_at, o.created_at from public.payment_order o where o.status in ('PAID', 'UNKNOWN') and $1 <= $2 order by o.id`,
    ),
    one(
      'public.payment_card',
      subscriptions,
      `with live as (select user_id from public.subscription where id between $1 and $2 and status <> 'EXPIRED'),
         customer as (insert into private.billing_customer (user_id) select user_id from live),
         key as (insert into private.billing_key (user_id, cipher) select user_id, repeat('k', 120) from live)
       insert into public.payment_card (user_id, issuer, last_four) select user_id, '신한', '1234' from live`,
    ),
    one(
      'private.invite',
      friends,
      `insert into private.invite (id, inviter_id, friend_id, created_at, rewarded_at) overriding system value
       select g, bench.member(2), bench.member(${Math.floor(members / 2)} + g), bench.even(g / ${friends}.0, 900), case when g % 100 > 0 then now() end from ${numbers}`,
    ),
    one(
      'public.token_history',
      members,
      `${movement('token_history')} select bench.member(g), bench.member(g), 'sign_up', 'token', 50000, 50000, 'sign_up:' || bench.member(g), bench.even(g / ${members}.0, 1095) from ${numbers}`,
    ),
    ...(['token', 'image'] as const).flatMap((kind) => [
      one(
        `public.${kind}_history`,
        friends,
        `${movement(`${kind}_history`)} select p.id, p.id, 'invite', '${kind}', ${kind === 'token' ? 100_000 : 10}, 0, 'invite:' || i.id || ':' || p.id, i.created_at
         from private.invite i cross join lateral unnest(array[i.inviter_id, i.friend_id]) as p (id) where i.id between $1 and $2 and i.rewarded_at is not null`,
      ),
      one(
        `public.${kind}_history`,
        1,
        `${movement(`${kind}_history`)}
         select o.user_id, o.user_id, m.kind, case o.type when 'pack' then '${kind}' else 'payment_${kind}' end, m.amount, o.${kind}, m.key, o.paid_at
         from public.payment_order o left join public.subscription s on s.id = o.subscription_id
           cross join lateral (values ('payment', o.${kind}, 'order:' || o.id || case o.type when 'pack' then '' else ':month:1' end),
             ('expire', case when o.type <> 'pack' and (o.period_number < s.period_number or s.status in ('UNPAID', 'EXPIRED')) then -o.${kind} end, 'expire:' || o.id || ':' || o.code)) m (kind, amount, key)
         where o.status = 'PAID' and m.amount <> 0 and $1 <= $2 order by o.paid_at`,
      ),
    ]),
    one(
      'public.token_history',
      plan.charges,
      `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key, tool_use_id, created_at)
       select bench.member(bench.payer(p.n)), bench.member(p.n), 'use', -(50 + (hashint8(g) & 2047)), hashint8(g) & 65535,
         case when p.t % 50 = 0 then 'tool_edit:' || g || ':1:token' else 'tool_use:' || p.t || ':' || g || ':token' end, case when p.t % 50 > 0 then p.t end, bench.grown(g / ${plan.charges}.0, 1095)
       from (select g, t, bench.author(t) as n from (select g, 1 + floor((g - 1) * ${texts}::numeric / ${plan.charges})::bigint as t from ${numbers}) o) p`,
    ),
    one(
      'public.image_history',
      plan.images,
      `insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key, tool_use_id, created_at)
       select bench.member(bench.payer(p.n)), bench.member(p.n), 'use', -1, hashint8(g) & 127, 'tool_edit:' || g || ':1:image', p.t, bench.grown(g / ${plan.images}.0, 1095)
       from (select g, t, bench.author(t) as n from (select g, 1 + (g - 1) * ${Math.floor(texts / plan.images)} as t from ${numbers}) o) p`,
    ),
    ...(['token', 'image'] as const).map((kind) =>
      one(
        `public.${kind}_history`,
        1,
        // Spent amounts are granted again, with a surplus, so that no balance is below zero.
        `${movement(`${kind}_history`)}
         select h.user_id, h.user_id, 'operator', '${kind}', 1 - sum(h.amount) + (hashtext(h.user_id::text) & 8191), 0, 'operator:' || gen_random_uuid(), now() - interval '1095 days'
         from public.${kind}_history h where h.kind = 'use' and $1 <= $2 group by h.user_id`,
      ),
    ),
    one(
      'public.user_usage',
      1,
      `insert into public.user_usage (id, token, payment_token, image, payment_image, plan, payment_id, payment_code, last_subscription_id, last_subscription_status,
         last_order_id, last_order_code, last_order_type)
       select u.id, coalesce(t.free, 0), coalesce(t.paid, 0), coalesce(i.free, 0), coalesce(i.paid, 0), case when s.status in ('ACTIVE', 'PENDING_CANCEL') then s.plan else 'starter' end,
         o.id, o.code, s.id, s.status, o.id, o.code, o.type
       from public."user" u
         left join (select user_id, sum(amount) filter (where bucket = 'token') as free, sum(amount) filter (where bucket = 'payment_token') as paid from public.token_history group by 1) t on t.user_id = u.id
         left join (select user_id, sum(amount) filter (where bucket = 'image') as free, sum(amount) filter (where bucket = 'payment_image') as paid from public.image_history group by 1) i on i.user_id = u.id
         left join public.subscription s on s.user_id = u.id
         left join public.payment_order o on o.subscription_id = s.id and o.period_number = s.period_number
       where $1 <= $2`,
    ),
    one(
      'private.token_refill',
      1,
      `insert into private.token_refill (user_id, token_history_id, total) select u.id, 1, u.token + u.payment_token from public.user_usage u where $1 <= $2`,
    ),
    one(
      'private.daily_use',
      Math.ceil(members / 30),
      `insert into private.daily_use (day, key, runs, tokens) select private.korean_day() - d, 'member:' || bench.member(g), 3, 3000 from ${numbers}, generate_series(0, 7) d
       union all select private.korean_day() - d, 'site:' || s, 1000, 1000000 from generate_series(0, 15) s, generate_series(0, 7) d where $1 = 1`,
    ),
    one(
      'private.idempotent_request',
      Math.ceil(members / 15),
      `insert into private.idempotent_request (member_id, key, fingerprint, answer, created_at) select bench.member(g), 'key-' || g, sha256('x'), '{"id": 1}', bench.even(g * 15.0 / ${members + 15}, 2) from ${numbers}`,
    ),
    one(
      'private.team_seat',
      4,
      `insert into private.team_seat (owner_id, member_id, email, language, expires_at, joined_at)
       select bench.member(${teamOwner}), bench.member(${teamOwner} + g), 'm' || ${teamOwner} + g || '@example.com', 'ko', now(), now() - interval '1 year' from ${numbers}`,
    ),
    one(
      'private.notice_receipt',
      members,
      `insert into private.notice_receipt (user_id, received_until) select bench.member(g), now() - interval '40 days' from ${numbers} where g % 5 < 2`,
    ),
    one(
      'public.notice',
      30,
      `insert into public.notice (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, is_important, announced_at, emailed_at, published_at)
       select 'notice-' || g, 'info', '알림', 'Notice', '요약', 'Summary', repeat('내용 ', 200), repeat('Text ', 200), g = 30, case when g = 30 then now() - interval '1 hour' end, null,
         now() - make_interval(days => (30 - g)::integer, hours => 1) from ${numbers}`,
    ),
    one(
      'public.article',
      30,
      `insert into public.article (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at)
       select 'article-' || g, 'tip', '글', 'Article', '요약', 'Summary', repeat('내용 ', 800), repeat('Text ', 800), now() - make_interval(days => g::integer) from ${numbers}`,
    ),
    one(
      'private.made_picture',
      500,
      `with picture as (select 'image' as bucket, bench.file('made', g, 'jpg') as name, bench.member(bench.whose(g)) as owner from ${numbers}),
         stored as (insert into storage.objects (bucket_id, name, owner, owner_id, created_at) select bucket, name, owner, owner::text, now() - interval '8 days' from picture),
         queued as (insert into private.file_deletion_queue (path, user_id, queued_at) select bench.file('gone', g, 'pdf'), bench.member(bench.whose(g)), now() from ${numbers})
       insert into private.made_picture (path, user_id, made_at) select name, owner, now() - interval '8 days' from picture`,
    ),
    one(
      'private.operator_log',
      50_000,
      `insert into private.operator_log (operator_id, act, member_id, created_at) select bench.member(11), 'list_members', null, bench.even(g / 50000.0, 900) from ${numbers}`,
    ),
  ]
}

/** Counted rows come before their counts: a prompt's row is written once, with its figures. */
export function promptFillings(plan: ScalePlan): Filling[] {
  const { prompts } = plan
  const one = (table: string, to: number, text: string): Filling => ({ table, from: 1, to, text })
  const liked = `1 + floor(${prompts} * power(bench.draw(g, 7), 2))::bigint`
  return [
    one(
      'public.prompt_like',
      plan.likes,
      `insert into public.prompt_like (prompt_id, user_id, created_at) select ${liked}, bench.member(bench.whose(g)), bench.even(g / ${plan.likes}.0, 900) from ${numbers} on conflict do nothing`,
    ),
    one(
      'public.prompt_view',
      plan.views,
      `insert into public.prompt_view (prompt_id, user_id, created_at)
       select ${liked}, case when g % 2 = 0 then bench.member(bench.whose(g / 2)) end, bench.even(g / ${plan.views}.0, 91) from ${numbers}`,
    ),
    one(
      'public.prompt_action',
      Math.ceil(plan.likes / 4),
      `insert into public.prompt_action (type, prompt_id, user_id) select 'thank', ${liked}, bench.member(bench.whose(g)) from ${numbers} on conflict do nothing`,
    ),
    one(
      'private.prompt_engagement',
      Math.ceil(plan.views / 12),
      `insert into private.prompt_engagement (prompt_id, kind, viewer, day, created_at, is_counted)
       select ${liked}, 'view', bench.member(bench.whose(g))::text, private.korean_day() - (g % 4)::integer, now() - make_interval(mins => (g % 4 * 1440)::integer), g % 4 > 0 from ${numbers}
       on conflict do nothing`,
    ),
    one(
      'public.prompt',
      prompts,
      `insert into public.prompt (id, title, description, prompt, language, is_show, view_count, action_count, like_count, use_count, trend_score, user_id, prompt_model_id, prompt_category_sub_id,
         created_at, review_status) overriding system value
       select g, '프롬프트 ' || g, left(t.content, 120), '##주제##에 대해 ' || (select string_agg(bench.word(g * 100 + i, 11), ' ') from generate_series(1, 20 + g % 60) i), case when g % 2 = 0 then 'en' else 'ko' end, g % 20 > 0, coalesce(v.count, 0) + 10, coalesce(a.count, 0),
         coalesce(l.count, 0), 20, private.trend_of(10, bench.grown(g / ${prompts}.0, 700)) + bench.draw(g, 9), bench.member(bench.whose(g)), (array[1, 2, 6])[1 + g % 3],
         1 + floor(85 * power(bench.draw(g, 8), 2)), bench.grown(g / ${prompts}.0, 700), case when g % 20 > 0 then 'published' else 'in_review' end
       from ${numbers} join bench.text t on t.n = hashint8(g) & 511
         left join (select prompt_id, count(*) from public.prompt_view group by 1) v on v.prompt_id = g
         left join (select prompt_id, count(*) from public.prompt_action group by 1) a on a.prompt_id = g
         left join (select prompt_id, count(*) from public.prompt_like group by 1) l on l.prompt_id = g`,
    ),
    one(
      'public.prompt_version',
      prompts,
      `insert into public.prompt_version (prompt_id, number, status, title, description, prompt, language, prompt_model_id, prompt_category_sub_id, created_at)
       select p.id, 1, case when p.is_show then 'approved' when p.id % 400 = 0 then 'in_review' else 'returned' end, p.title, p.description, p.prompt, p.language, p.prompt_model_id,
         p.prompt_category_sub_id, p.created_at from public.prompt p where p.id between $1 and $2`,
    ),
    one(
      'private.prompt_search',
      prompts,
      `insert into private.prompt_search (prompt_id, public_text, full_text)
       select id, private.search_form(title || e'\\n' || description), private.search_form(title || e'\\n' || description || e'\\n' || prompt) from public.prompt where is_show and id between $1 and $2`,
    ),
    one(
      'private.prompt_total',
      1,
      `insert into private.prompt_total (prompt_category_sub_id, prompt_model_id, language, count)
       select prompt_category_sub_id, prompt_model_id, language, count(*) from public.prompt where is_show and $1 <= $2 group by 1, 2, 3`,
    ),
    one(
      'public.prompt_report',
      300,
      `insert into public.prompt_report (prompt_id, user_id, reason) select 1 + g % ${prompts}, bench.member(g), 'other' from ${numbers} on conflict do nothing`,
    ),
    one(
      'private.statistic_day',
      800,
      `insert into private.statistic_day (day, type_detail, count) select private.korean_day() - 1 - g::integer, d, 100000 from ${numbers}, unnest(array['VIEW_PAGE', 'VIEW_UNIQUE']) d`,
    ),
  ]
}
