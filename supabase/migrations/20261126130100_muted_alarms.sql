-- A member chooses which kinds of alarms arrive.

create table private.muted_alarms (
  user_id uuid primary key references public."user" (id) on delete cascade,
  kinds text[] not null,
  constraint muted_alarms_optional check (kinds <@ array[
    'prompt_thank', 'prompt_execute', 'tool_execute', 'custom_tone', 'prompt_reviewed', 'invite_rewarded', 'balance_low', 'team_joined']
    and cardinality(kinds) <= 8)
);
comment on table private.muted_alarms is 'Kinds of alarms that a member switched off.';
alter table private.muted_alarms enable row level security;

-- The kinds that the caller switched off.
create function public.read_muted_alarms() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.kinds from private.muted_alarms m where m.user_id = (select auth.uid())), '{}')
$$;
grant execute on function public.read_muted_alarms() to authenticated;

-- Switches off these kinds of alarms, and all others on.
create function public.mute_alarms(kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  insert into private.muted_alarms as m (user_id, kinds) values ((select auth.uid()), coalesce(mute_alarms.kinds, '{}'))
  on conflict (user_id) do update set kinds = excluded.kinds;
exception when check_violation then perform private.raise_app_error('invalid_request');
end;
$$;
grant execute on function public.mute_alarms(text[]) to authenticated;

create function private.drop_muted_alarm() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.muted_alarms m where m.user_id = new.user_id and new.kind = any (m.kinds)) then return null; end if;
  return new;
end;
$$;
create trigger user_alarm_muted before insert on public.user_alarm
  for each row execute function private.drop_muted_alarm();

create or replace function private.delete_account(member uuid, session_id uuid, token_hash text, identity_hashes text[], until timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.deletion_token t
    where t.user_id = member and t.session_id = delete_account.session_id and t.token_hash = delete_account.token_hash and t.expires_at > now();
  if not found then perform private.raise_app_error('deletion_expired'); end if;
  perform private.require_deletable(member);

  insert into private.deleted_identity (identity_hash, until) select h, delete_account.until from unnest(identity_hashes) as h
    on conflict on constraint deleted_identity_pkey do update set until = greatest(deleted_identity.until, excluded.until);

  -- The member's own content. Other members' runs of a published prompt continue, because the prompt stays.
  delete from public.tool_use t where t.user_id = member;
  delete from public.prompt_use u where u.user_id = member;
  delete from public.prompt p where p.user_id = member and not p.is_show;
  delete from public.prompt_version v using public.prompt p
    where p.id = v.prompt_id and p.user_id = member and v.status <> 'approved';
  delete from public.contact c where c.user_id = member;

  -- The member's choices, answers and alarms.
  delete from public.prompt_like l where l.user_id = member;
  delete from public.user_alarm a where a.user_id = member;
  delete from private.muted_alarms m where m.user_id = member;
  delete from public.user_referrer r where r.id = member;
  delete from public.user_benefit b where b.id = member;
  delete from public.user_tone t where t.id = member;
  delete from private.token_refill r where r.user_id = member;
  delete from public.prompt_action a where a.user_id = member;
  delete from public.prompt_report r where r.user_id = member;

  -- Counts stay, without a name.
  update public.prompt_view v set user_id = null where v.user_id = member;
  update public.statistic_log l set uuid = null where l.uuid = member;

  update public."user" u set
    nickname = 'deleted ' || left(replace(gen_random_uuid()::text, '-', ''), 12),
    email = null, photo = null, background = null, provider = 'deleted', role = 'member', recommend_code = private.new_recommend_code(),
    is_email_reception = false, is_active = false, is_dormant = false, dormanted_at = null, logined_at = null, password_changed_at = null
    where u.id = member;

  -- The sign-in, as after GoTrue's soft deletion: sessions, tokens, factors and identities are deleted.
  delete from auth.sessions s where s.user_id = member;
  delete from auth.mfa_factors f where f.user_id = member;
  delete from auth.one_time_tokens t where t.user_id = member;
  delete from auth.flow_state f where f.user_id = member;
  delete from auth.identities i where i.user_id = member;
  update auth.users a set email = null, phone = null, encrypted_password = null, email_change = '', phone_change = '',
    raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()
    where a.id = member;
end;
$$;
