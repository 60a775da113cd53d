-- Receipts that are not lost, bounds of every text that a member writes, reads of members that are logged, and names that the field uses.

alter table public."user"
  add constraint user_email_length check (char_length(email) <= 254),
  add constraint user_pictures_length check (char_length(photo) <= 2000 and char_length(background) <= 2000);

alter table public.subscription
  add constraint subscription_cancel_reason_length check (char_length(cancel_reason) <= 50);

alter table public.tool_use
  add constraint tool_use_sizes check (pg_column_size(request) <= 2000000 and pg_column_size(outline) <= 1000000 and pg_column_size(titles) <= 50000 and pg_column_size(sources) <= 1000000);

alter table public.user_tone
  add constraint user_tone_lengths check (char_length(title) <= 60 and char_length(description) <= 300 and char_length(icon) <= 16 and char_length(result) <= 4000);

alter table public.tone_analysis
  add constraint tone_analysis_lengths check (char_length(title) <= 60 and char_length(description) <= 300 and char_length(icon) <= 16 and char_length(result) <= 4000),
  add constraint tone_analysis_links_size check (pg_column_size(urls) <= 100000 and pg_column_size(links) <= 100000);

alter table public.keyword_search
  add constraint keyword_search_key_length check (char_length(key) <= 100);

alter table public.prompt_use
  add constraint prompt_use_parameter_size check (pg_column_size(prompt_parameter) <= 2000000),
  add constraint prompt_use_title_length check (char_length(title) <= 100);

create index prompt_by_model on public.prompt (prompt_model_id);
create index prompt_by_category on public.prompt (prompt_category_sub_id);

comment on column private.email_outbox.expires_at is 'After this time the e-mail is no use any more, and counts as failed. Null where it must arrive.';
alter table private.email_outbox alter column expires_at drop not null;

create or replace function public.read_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  payer uuid;
  own public.user_usage;
  payer_usage public.user_usage;
  plan text;
begin
  if not private.may_use_service() then return null; end if;
  select * into own from public.user_usage u where u.id = member;
  if not found then return null; end if;
  payer := private.payer_of(member);
  select * into payer_usage from public.user_usage u where u.id = payer;
  plan := private.effective_plan(member);
  return jsonb_build_object('id', own.id, 'token', payer_usage.token, 'image', payer_usage.image, 'payment_token', payer_usage.payment_token,
    'payment_image', payer_usage.payment_image, 'last_subscription_status', own.last_subscription_status, 'plan', plan,
    'plan_until', case when payer = member and plan <> own.plan then (select b.end_at from private.find_running_benefit(member) b) end,
    'team_owner', case when payer <> member then (select u.nickname from public."user" u where u.id = payer) end);
end;
$$;

create or replace function private.must_arrive(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('receipt', 'refund', 'payment_failed')
$$;

create or replace function private.enqueue_email(
  kind text, event text, user_id uuid, recipient text, language text, payload jsonb, lifetime interval default interval '3 days'
) returns bigint
language sql security definer set search_path = '' as $$
  insert into private.email_outbox (kind, idempotency_key, user_id, recipient, language, payload, expires_at)
  values (kind, kind || ':' || event, user_id, recipient, language, payload,
    case when not private.must_arrive(kind) then now() + lifetime end)
  on conflict on constraint email_outbox_idempotency_key_key do nothing
  returning id
$$;

create or replace function private.end_email(email_id bigint, outcome text, provider_id text default null) returns text
language plpgsql set search_path = '' as $$
declare
  email private.email_outbox;
  will_retry boolean;
  next_state text;
begin
  select * into email from private.email_outbox e where e.id = email_id and e.state = 'sending' for update;
  if not found then return null; end if;
  will_retry := (email.attempts < 10 or private.must_arrive(email.kind)) and (outcome = 'later' or outcome = 'unknown' and private.may_repeat_email(email.kind));
  next_state := case when will_retry then 'waiting' when outcome = 'later' then 'failed' else outcome end;
  update private.email_outbox e set state = next_state, claimed_at = null,
    provider_id = coalesce(end_email.provider_id, e.provider_id),
    next_attempt_at = now() + least(interval '1 day',
      power(2, least(e.attempts - 1, 10)) * case e.kind when 'email_code' then interval '5 seconds' else interval '5 minutes' end),
    recipient = case when will_retry then e.recipient end,
    payload = case when will_retry then e.payload else '{}' end,
    ended_at = case when will_retry then null else now() end
  where e.id = email_id;
  return next_state;
end;
$$;

create or replace function private.run_subscription_cycle() returns setof text
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  for s in select * from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end <= now()
    and (u.retry_at is null or u.retry_at <= now()) order by u.period_end limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      if exists (select from public.subscription u where u.id = s.id and u.status = 'PENDING_CANCEL') then
        perform private.end_subscription(s.id, 'CANCELED');
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('the end of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  for s in select * from public.subscription u
    where u.status in ('ACTIVE', 'PENDING_CANCEL') and u.next_month_at <= now() and u.period_end > now()
      and (u.retry_at is null or u.retry_at <= now()) order by u.next_month_at limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      update public.subscription u set months_given = u.months_given + 1
        where u.id = s.id and u.months_given = s.months_given and u.period_number = s.period_number and u.status in ('ACTIVE', 'PENDING_CANCEL');
      if found then
        perform private.expire_paid(s.user_id);
        perform private.give_paid(s.user_id, s.token_month, s.image_month, true,
          'order:' || (select u.payment_id from public.user_usage u where u.id = s.user_id) || ':month:' || (s.months_given + 1));
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('a month of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  begin
    insert into public.user_alarm (user_id, kind, source_id, data)
      select u.user_id, 'subscription_ending', u.id || ':' || u.period_number, jsonb_build_object('date', u.period_end)
      from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end between now() and now() + interval '3 days'
      on conflict on constraint user_alarm_once do nothing;
  exception when others then
    return next format('alarms of ending subscriptions: %s %s', sqlstate, sqlerrm);
  end;

  begin
    -- Nobody comes back to an order of yesterday: the provider's own window is half an hour.
    update public.payment_order p set status = 'CANCELED' where p.status = 'PENDING' and p.type <> 'renewal' and p.created_at < now() - interval '1 day';
    delete from private.payment_event e where e.received_at < now() - interval '30 days';
  exception when others then
    return next format('orders that nobody finished: %s %s', sqlstate, sqlerrm);
  end;
end;
$$;

create or replace function public.operator_list_orders(member uuid, before_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_orders', null, member);
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select o.id, o.code, o.type, o.plan, o.period, o.pack, o.amount, o.refunded, o.status, o.failure, o.card_issuer, o.card_last_four,
        o.receipt_url, o.created_at, o.paid_at,
        (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'status', r.status, 'failure', r.failure,
            'provider_code', r.provider_code, 'created_at', r.created_at, 'operator', u.nickname) order by r.created_at desc), '[]')
          from private.payment_refund r left join public."user" u on u.id = r.operator_id where r.order_id = o.id) as refunds
      from public.payment_order o
      where o.user_id = member and o.status not in ('PENDING', 'CANCELED') and (before_id is null or o.id < before_id)
      order by o.id desc limit 31
    ) l
  );
end;
$$;

create or replace function private.notify_run_events() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed_runs constant text := (select string_agg(distinct n.run_id::text, ',') from new_events n);
begin
  if changed_runs is not null then perform pg_catalog.pg_notify('run_events', changed_runs); end if;
  return null;
end;
$$;

create or replace function private.save_runs(
  ids bigint[], first_ids bigint[], last_ids bigint[], events text[], stages text[], lease_seconds integer
) returns table (id bigint, state text)
language sql set search_path = '' as $$
  with saved_run as (
    select b.* from unnest(ids, first_ids, last_ids, events, stages) as b (id, first_id, last_id, events, stage)
  ), alive as (
    select r.id, r.member_id, r.cancel_requested_at, r.lease_until
    from private.run r where r.id = any (ids) and r.ended_at is null
    for no key update skip locked
  ), renewed as (
    update private.run r set lease_until = now() + make_interval(secs => lease_seconds), stage = b.stage
    from alive a join saved_run b on b.id = a.id
    where r.id = a.id
      and (a.lease_until < now() + make_interval(secs => lease_seconds * 0.75) or r.stage is distinct from b.stage)
  ), saved as (
    insert into private.run_event (run_id, first_id, last_id, events)
    select a.id, b.first_id, b.last_id, b.events
    from saved_run b join alive a on a.id = b.id where b.events is not null
    -- The answer to an earlier call was lost: the same events come again, perhaps with more.
    on conflict (run_id, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.id, case
    when a.id is null then case when r.id is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.cancel_requested_at is not null then 'stop'
    else 'go' end
  from saved_run b
    left join alive a on a.id = b.id
    left join private.run r on r.id = b.id and r.ended_at is null
    left join public."user" u on u.id = a.member_id;
$$;

create or replace function public.list_prompt_uses(after bigint default null) returns jsonb
language sql stable set search_path = '' as $$
  with page as (
    select u.id, u.title, u.status, u.prompt_id, u.is_demo, u.excerpt, u.created_at, u.prompt_model_id, u.token
    from public.prompt_use u
    where u.user_id = (select auth.uid()) and u.prompt_use_id is null and (after is null or u.id < after)
    order by u.id desc limit 30
  )
  select jsonb_build_object(
    'total', (select count(*) from public.prompt_use u where u.user_id = (select auth.uid()) and u.prompt_use_id is null),
    'lines', coalesce((select jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'status', case when c.is_going then 'running' else p.status end, 'prompt_id', p.prompt_id,
        'is_demo', p.is_demo, 'excerpt', p.excerpt, 'created_at', p.created_at, 'model', m.name,
        'comparisons', c.comparisons, 'token', p.token + c.token, 'follow_ups', c.follow_ups) order by p.id desc)
      from page p join public.prompt_model m on m.id = p.prompt_model_id
      cross join lateral (
        select coalesce(sum(c.token), 0) as token, count(*) filter (where not c.is_comparison and c.regenerated_from_id is null) as follow_ups,
          coalesce(bool_or(c.status in ('queued', 'running')), false) as is_going,
          count(*) filter (where c.is_comparison) as comparisons
        from public.prompt_use c where c.prompt_use_id = p.id) c), '[]'))
$$;

create or replace function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Lists as short as this are walked to their end, and so their totals are exact.
  whole_max constant integer := 1500;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  gram_function text := 'letter_grams';
  grams integer[] := private.keyword_grams(word);
  filtered bigint := private.count_filtered(f);
  shown bigint;
  rarest record;
  scan record;
  hits private.prompt_hits;
begin
  if grams = '{}' then
    gram_function := 'spaced_pairs';
    grams := private.spaced_pairs(word);
  end if;
  select * into rarest from private.rarest_grams(grams, case when is_member then 'prompt_search_full' else 'prompt_search_public' end
    || case gram_function when 'spaced_pairs' then '_spaced' else '' end);
  select coalesce(sum(t.count), 0) into shown from private.prompt_total t;
  -- Sure to be the shorter way: there are fewer candidates than prompts to read in the order of the list until a page is full.
  if rarest.candidates_max < least(filtered, wanted * shown / greatest(rarest.candidates_max, 1)) then
    return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted);
  end if;
  select * into scan from private.scan_in_order(f, source, word, case when filtered > whole_max then wanted end, filtered, shown,
    coalesce(rarest.candidates, 0));
  if scan.is_given_up then return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted); end if;
  hits.ids := scan.ids[1:wanted];
  hits.is_exact := filtered <= whole_max or cardinality(scan.ids) < wanted;
  hits.total := case when hits.is_exact then cardinality(scan.ids)
    else round(cardinality(scan.ids)::numeric * filtered / greatest(scan.seen, 1)) end;
  return hits;
end;
$$;

create or replace function public.read_email_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('email', p.email, 'email_state', case
        when e.state in ('sent', 'unknown') or e.claimed_at < now() - interval '2 minutes' then 'sent'
        when e.state = 'refused' then 'refused'
        when e.state = 'failed' or e.state = 'waiting' and e.attempts > 0 then 'later'
        else 'waiting'
      end)
    from private.email_proof p left join private.email_outbox e on e.idempotency_key = 'email_code:' || p.code_key
    where p.user_id = (select auth.uid()) and p.tries < 5 and p.created_at > now() - interval '10 minutes'
  );
end;
$$;

create or replace function public.operator_list_questions(is_open boolean, kind text default null, from_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('list_questions', null, null, jsonb_build_object('state', case when is_open then 'open' else 'done' end));
  if is_open then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker, false as is_undelivered
        from public.contact c left join public."user" u on u.id = c.user_id
        where c.answered_at is null and c.closed_at is null and (operator_list_questions.kind is null or c.type = operator_list_questions.kind) and (from_id is null or c.id > from_id)
        order by c.id limit 31
      ) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker,
        coalesce(w.state in ('failed', 'refused', 'unknown'), false) as is_undelivered
      from public.contact c
        left join public."user" u on u.id = c.user_id
        left join private.email_outbox w on w.idempotency_key = 'answer:' || c.id
      where (c.answered_at is not null or c.closed_at is not null) and (operator_list_questions.kind is null or c.type = operator_list_questions.kind) and (from_id is null or c.id < from_id)
      order by c.id desc limit 31
    ) l
  );
end;
$$;

create or replace function public.operator_read_question(question_id bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_question', c.id::text, c.user_id) from public.contact c where c.id = question_id;
  return (
    select jsonb_build_object('id', c.id, 'type', c.type, 'title', c.title, 'description', c.description, 'language', c.language,
      'email', c.email, 'user_id', c.user_id, 'asker', u.nickname, 'created_at', c.created_at,
      'answer', c.answer, 'answered_at', c.answered_at, 'answered_by', o.nickname, 'closed_at', c.closed_at,
      'email_state', private.answer_email_state(l), 'sent_at', case l.state when 'sent' then l.ended_at end)
    from public.contact c
      left join public."user" u on u.id = c.user_id
      left join public."user" o on o.id = c.answered_by and o.is_active
      left join private.email_outbox l on l.idempotency_key = 'answer:' || c.id
    where c.id = question_id
  );
end;
$$;

create or replace function public.operator_list_log(before_id bigint default null, member uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select g.id, g.act, g.subject_id, g.details, g.created_at, g.member_id, m.nickname as member, o.nickname as operator
      from private.operator_log g left join public."user" o on o.id = g.operator_id left join public."user" m on m.id = g.member_id
      where (before_id is null or g.id < before_id)
        and (operator_list_log.member is null or g.member_id = operator_list_log.member and g.act not in ('read_member', 'read_question', 'read_orders', 'read_movements'))
      order by g.id desc limit 31
    ) l
  );
end;
$$;

create or replace function public.operator_read_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today timestamptz := date_trunc('day', now(), 'Asia/Seoul');
  dead bigint := 0;
begin
  perform private.require_operator();
  -- The queue's own schema is made by the server, not by these migrations.
  if to_regclass('pgboss.job') is not null then
    execute $queue$ select count(*) from pgboss.job j where j.name = 'dead-letters' and j.state in ('created', 'retry') $queue$ into dead;
  end if;
  return jsonb_build_object(
    'prompts', (select count(*) from public.prompt_version v where v.status = 'in_review'),
    'reports', (select count(distinct r.prompt_id) from public.prompt_report r where r.status = 'open'),
    'questions', (select count(*) from public.contact c where c.answered_at is null and c.closed_at is null),
    'undelivered', (select count(*) from private.email_outbox e
      where e.kind = 'answer' and e.state in ('refused', 'failed', 'unknown') and e.created_at > now() - interval '7 days'),
    'invites', (select count(*) from private.invite i where i.rewarded_at is null and i.refused_at is null),
    'dead_jobs', dead,
    'sign_ups', (select count(*) from public."user" u where u.created_at >= today),
    'runs', (select jsonb_build_object('all', count(*), 'failed', count(*) filter (where r.status = 'failed')) from (
      select r.status from private.run r where r.ended_at >= today union all select r.status from private.run r where r.ended_at is null
    ) r),
    'tokens', (select coalesce(sum(d.tokens), 0) from private.daily_use d where d.day = private.korean_day() and d.key like 'site:%'),
    'charged', (select coalesce(sum(p.amount), 0) from private.payment p where p.status = 'DONE' and p.approved_at >= today)
  );
end;
$$;

create or replace function public.operator_list_movements(member uuid, kind text, before_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_movements', null, member, jsonb_build_object('kind', kind));
  if kind = 'image' then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
        select h.id, h.kind, h.bucket, h.amount, h.balance_after, h.created_at from public.image_history h
        where h.user_id = member and (before_id is null or h.id < before_id) order by h.id desc limit 31) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select h.id, h.kind, h.bucket, h.amount, h.balance_after, h.created_at from public.token_history h
      where h.user_id = member and (before_id is null or h.id < before_id) order by h.id desc limit 31) l
  );
end;
$$;


comment on table private.billing_key is 'The key that charges the card of a member, encrypted by the server (server/adapters/billing-key.ts).';

update private.email_outbox set expires_at = null where state in ('waiting', 'sending') and private.must_arrive(kind);
