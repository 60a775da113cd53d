-- Alarms of a member. Screens compose the text from kind and data in the reader's language.

create table public.user_alarm (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  source_id text not null,
  data jsonb not null default '{}',
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint user_alarm_once unique (kind, source_id, user_id),
  constraint user_alarm_kind_known check (kind in (
  'prompt_thank', 'prompt_execute', 'tool_execute', 'contact_reply', 'custom_tone', 'prompt_reviewed',
  'invite_rewarded', 'balance_low', 'payment_failed', 'payment_refunded', 'subscription_ending', 'notice',
  'team_invited', 'team_joined', 'team_removed', 'question_asked', 'second_factor',
  'refund_asked', 'refund_declined', 'renewal_soon', 'keyword_changed', 'rank_changed'))
);
comment on table public.user_alarm is 'One row per event and member: each event makes exactly one alarm.';
comment on column public.user_alarm.deleted_at is 'When the member deleted it. It can be restored until a job removes it for good.';
create index user_alarm_list on public.user_alarm (user_id, id desc) include (deleted_at);
create index user_alarm_unread on public.user_alarm (user_id) include (deleted_at) where not is_read;
create index user_alarm_deleted on public.user_alarm (deleted_at) where deleted_at is not null;
alter table public.user_alarm enable row level security;
grant select on public.user_alarm to authenticated;
grant update (is_read) on public.user_alarm to authenticated;
create policy "blocked members have no alarms" on public.user_alarm as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own alarms" on public.user_alarm
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
create policy "members mark their own alarms" on public.user_alarm
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Deletes all of the caller's alarms. Returns their ids, in one value because answers have at most a thousand rows.
create function public.delete_alarms() returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  answer bigint[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  with gone as (
    update public.user_alarm a set deleted_at = now()
    where a.user_id = (select auth.uid()) and a.deleted_at is null returning a.id
  ) select coalesce(array_agg(gone.id), '{}') into answer from gone;
  return answer;
end;
$$;
grant execute on function public.delete_alarms() to authenticated;

-- Restores deleted alarms as they were. Returns the restored ids.
create function public.restore_alarms(ids bigint[]) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  answer bigint[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  with back as (
    update public.user_alarm a set deleted_at = null
    where a.id = any (ids) and a.user_id = (select auth.uid()) and a.deleted_at is not null returning a.id
  ) select coalesce(array_agg(back.id), '{}') into answer from back;
  return answer;
end;
$$;
grant execute on function public.restore_alarms(bigint[]) to authenticated;

-- Alarms that a member may do without. Those about money, safety and answers always arrive.
create table private.muted_alarms (
  user_id uuid primary key references public."user" (id) on delete cascade,
  kinds text[] not null,
  emails text[] not null default '{}',
  constraint muted_alarms_optional check (kinds <@ array[
    'prompt_thank', 'prompt_execute', 'tool_execute', 'custom_tone', 'prompt_reviewed', 'invite_rewarded', 'balance_low', 'team_joined',
    'keyword_changed', 'rank_changed'] and cardinality(kinds) <= 10),
  constraint muted_emails_optional check (emails <@ array['renewal_soon', 'subscription_ending', 'refund_asked'] and cardinality(emails) <= 3)
);
comment on table private.muted_alarms is 'Kinds of alarms, and of e-mails, that a member switched off.';
comment on column private.muted_alarms.emails is 'Kinds of e-mails. Documents and those about safety always arrive; private.enqueue_member_email() asks.';
alter table private.muted_alarms enable row level security;

-- The kinds that the caller switched off.
create function public.read_muted_alarms() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.kinds from private.muted_alarms m where m.user_id = (select auth.uid())), '{}')
$$;
grant execute on function public.read_muted_alarms() to authenticated;

-- The kinds of e-mails that the caller switched off.
create function public.read_muted_emails() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.emails from private.muted_alarms m where m.user_id = (select auth.uid())), '{}')
$$;
grant execute on function public.read_muted_emails() to authenticated;

-- Switches off these kinds of alarms and of e-mails, and all others on. Pages of earlier versions send no e-mails: theirs
-- stay as they are.
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

create function private.drop_muted_alarm() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.muted_alarms m where m.user_id = new.user_id and new.kind = any (m.kinds)) then return null; end if;
  return new;
end;
$$;
create trigger user_alarm_muted before insert on public.user_alarm
  for each row execute function private.drop_muted_alarm();

-- Without the question's text, because alarms outlive the asker's account.
create function private.tell_operators_of_question() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data)
  select u.id, 'question_asked', new.id::text, '{}' from public."user" u
    where u.role in ('operator', 'owner') and u.is_active and not u.is_block
  on conflict do nothing;
  return null;
end;
$$;
