-- Renewals are announced a week before, and members choose which optional e-mails arrive.

alter table public.user_alarm drop constraint user_alarm_kind_known, add constraint user_alarm_kind_known check (kind in (
  'prompt_thank', 'prompt_execute', 'tool_execute', 'contact_reply', 'custom_tone', 'prompt_reviewed',
  'invite_rewarded', 'balance_low', 'payment_failed', 'payment_refunded', 'subscription_ending', 'notice',
  'team_invited', 'team_joined', 'team_removed', 'question_asked', 'second_factor', 'refund_asked', 'refund_declined', 'renewal_soon'));
alter table private.email_outbox drop constraint email_outbox_kind_known, add constraint email_outbox_kind_known check (kind in (
  'receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice', 'email_code', 'email_changed', 'answer',
  'invitation', 'team_invitation', 'news_consent', 'refund_asked', 'refund_declined', 'renewal_soon'));
drop trigger user_alarm_email on public.user_alarm;
create trigger user_alarm_email after insert on public.user_alarm
  for each row when (new.kind in ('payment_failed', 'subscription_ending', 'renewal_soon', 'second_factor'))
  execute function private.email_alarm();

alter table private.muted_alarms add column emails text[] not null default '{}',
  add constraint muted_emails_optional check (emails <@ array['renewal_soon', 'subscription_ending', 'refund_asked'] and cardinality(emails) <= 3);
comment on table private.muted_alarms is 'Kinds of alarms, and of e-mails, that a member switched off.';
comment on column private.muted_alarms.emails is 'Kinds of e-mails. Documents and those about safety always arrive; private.enqueue_member_email() asks.';
drop function public.mute_alarms(text[]);
create function public.read_muted_emails() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.emails from private.muted_alarms m where m.user_id = (select auth.uid())), '{}')
$$;
grant execute on function public.read_muted_emails() to authenticated;
create function public.mute_alarms(kinds text[], emails text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  insert into private.muted_alarms as m (user_id, kinds, emails)
  values ((select auth.uid()), coalesce(mute_alarms.kinds, '{}'), coalesce(mute_alarms.emails, '{}'))
  on conflict (user_id) do update set kinds = excluded.kinds, emails = coalesce(mute_alarms.emails, m.emails);
exception when check_violation then perform private.raise_app_error('invalid_request');
end;
$$;
grant execute on function public.mute_alarms(text[], text[]) to authenticated;
create or replace function private.enqueue_member_email(member uuid, kind text, event text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.enqueue_email(kind, event, u.id, u.email,
    coalesce((select o.language from public.payment_order o where o.user_id = u.id and o.language is not null order by o.id desc limit 1), 'ko'), payload)
  from public."user" u where u.id = member and u.is_active and u.email is not null
    and not exists (select from private.muted_alarms m where m.user_id = u.id and enqueue_member_email.kind = any (m.emails))
$$;

alter table public.subscription add column announced_period integer not null default 0;
comment on column public.subscription.announced_period is 'The newest period whose renewal was announced, so that each is announced once.';
create index subscription_announce on public.subscription (period_end) where status = 'ACTIVE' and announced_period < period_number;
create function private.announce_renewals(batch integer default 1000) returns void
language sql set search_path = '' as $$
  with due as (
    select u.id from public.subscription u
    where u.status = 'ACTIVE' and u.announced_period < u.period_number
      and u.period_end <= now() + interval '7 days' and u.period_end > now()
    order by u.period_end limit batch for update skip locked
  ), announced as (
    update public.subscription u set announced_period = u.period_number from due where u.id = due.id returning u.*
  )
  insert into public.user_alarm (user_id, kind, source_id, data)
  select a.user_id, 'renewal_soon', a.id || ':' || a.period_number,
    jsonb_build_object('date', a.period_end, 'amount', a.amount, 'plan', a.plan, 'period', a.period)
  from announced a
  on conflict on constraint user_alarm_once do nothing
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
    perform private.announce_renewals();
  exception when others then
    return next format('announcements of renewals: %s %s', sqlstate, sqlerrm);
  end;

  begin
    -- An order of yesterday cannot be paid any more: the provider's window is half an hour.
    update public.payment_order p set status = 'CANCELED' where p.status = 'PENDING' and p.type <> 'renewal' and p.created_at < now() - interval '1 day';
    delete from private.payment_event e where e.received_at < now() - interval '30 days';
  exception when others then
    return next format('orders that nobody finished: %s %s', sqlstate, sqlerrm);
  end;
end;
$$;
