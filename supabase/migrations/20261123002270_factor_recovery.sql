-- Who loses the authenticator does not lose the account: by a code that was shown once, or by an owner, after a wait that the member hears of.
-- See docs/decisions/039.

create table private.recovery_code (
  user_id uuid not null references public."user" (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  constraint recovery_code_pkey primary key (user_id, code_hash)
);
comment on table private.recovery_code is 'Codes that stand in for the second factor, each once. 80 random bits each, so that a plain hash is no way back to them.';
alter table private.recovery_code enable row level security;

create table private.factor_removal (
  user_id uuid not null references public."user" (id) on delete cascade,
  asked_by uuid not null references public."user" (id) on delete cascade,
  reason text not null,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '72 hours',
  constraint factor_removal_pkey primary key (user_id)
);
comment on table private.factor_removal is 'Second factors that an owner has asked to be removed, until they are or somebody takes it back.';
create index factor_removal_asker on private.factor_removal (asked_by);
create index factor_removal_due on private.factor_removal (due_at);
alter table private.factor_removal enable row level security;

alter table public.user_alarm drop constraint user_alarm_kind_known;
alter table public.user_alarm add constraint user_alarm_kind_known check (kind in (
  'prompt_thank', 'prompt_execute', 'tool_execute', 'contact_reply', 'custom_tone', 'prompt_reviewed',
  'invite_rewarded', 'balance_low', 'payment_failed', 'payment_refunded', 'subscription_ending', 'notice',
  'team_invited', 'team_joined', 'team_removed', 'question_asked', 'second_factor'));

-- Each alarm of this kind is a letter as well: whoever cannot sign in reads no bell.
alter table private.payment_letter drop constraint payment_letter_kind_known;
alter table private.payment_letter add constraint payment_letter_kind_known
  check (kind in ('receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor'));
drop trigger user_alarm_letter on public.user_alarm;
create trigger user_alarm_letter after insert on public.user_alarm
  for each row when (new.kind in ('payment_failed', 'subscription_ending', 'second_factor'))
  execute function private.write_alarm_letter();

create function private.hash_recovery_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- The codes of before are worth nothing from now on.
create function private.set_recovery_codes(member uuid, codes text[]) returns void
language sql set search_path = '' as $$
  delete from private.recovery_code c where c.user_id = member;
  insert into private.recovery_code (user_id, code_hash) select member, private.hash_recovery_code(member, code) from unnest(codes) as code;
$$;

create function private.has_recovery_code(member uuid, code text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.recovery_code c where c.user_id = member and c.code_hash = private.hash_recovery_code(member, code))
$$;

-- What is left to do once the auth service has removed a member's factors: `state` is recovered or removed. An alarm, and by it a letter.
create function private.end_second_factor(member uuid, state text) returns void
language plpgsql set search_path = '' as $$
declare
  asked private.factor_removal;
begin
  delete from private.recovery_code c where c.user_id = member;
  delete from private.factor_removal r where r.user_id = member returning * into asked;
  if state = 'removed' and asked.user_id is not null then
    insert into private.operator_log (operator_id, act, member_id) values (asked.asked_by, 'factor_removed', member);
  end if;
  perform private.tell_member(member, 'second_factor', state || ':' || gen_random_uuid(), jsonb_build_object('state', state));
end;
$$;

create function private.has_second_factor(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = member and f.status = 'verified')
$$;

create function private.list_due_factor_removals() returns setof uuid
language sql stable set search_path = '' as $$
  select r.user_id from private.factor_removal r where r.due_at <= now() order by r.due_at
$$;

-- What the member's own settings show. Null without a second factor.
create function public.read_factor_safety() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
      'codes', (select count(*) from private.recovery_code c where c.user_id = (select auth.uid())),
      'removal_due_at', (select r.due_at from private.factor_removal r where r.user_id = (select auth.uid())))
  where private.may_use_service() and private.has_second_factor((select auth.uid()))
$$;
comment on function public.read_factor_safety() is 'How many recovery codes are left, and when an owner''s removal of the factor takes effect.';

create function public.cancel_factor_removal() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  delete from private.factor_removal r where r.user_id = (select auth.uid());
end;
$$;
comment on function public.cancel_factor_removal() is 'The member still has the factor: the session was lifted with it.';

create function private.require_owner() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_operator();
  if not exists (select from public."user" u where u.id = (select auth.uid()) and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
end;
$$;

-- Not for oneself: whoever took an owner's session over would be rid of the factor.
create function public.operator_ask_factor_removal(member uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  due timestamptz;
begin
  perform private.require_owner();
  words := private.require_text(reason, 500);
  if member = (select auth.uid()) then raise exception using errcode = '42501', message = 'forbidden'; end if;
  if not private.has_second_factor(member) then perform private.refuse('not_found'); end if;
  insert into private.factor_removal as r (user_id, asked_by, reason) values (member, (select auth.uid()), words)
    on conflict on constraint factor_removal_pkey do nothing returning r.due_at into due;
  if due is null then perform private.refuse('not_found'); end if;
  perform private.log_act('factor_removal_ask', null, member, jsonb_build_object('reason', words, 'due_at', due));
  perform private.tell_member(member, 'second_factor', 'asked:' || gen_random_uuid(), jsonb_build_object('state', 'asked', 'date', due));
end;
$$;
comment on function public.operator_ask_factor_removal(uuid, text) is 'Owners only, and never for oneself. Takes effect after three days.';

create function public.operator_cancel_factor_removal(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owner();
  delete from private.factor_removal r where r.user_id = member;
  if not found then perform private.refuse('not_found'); end if;
  perform private.log_act('factor_removal_cancel', null, member);
end;
$$;

-- As before (operator_sessions), and how the second factor stands.
create or replace function public.operator_read_member(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_member', null, member);
  return (
    select jsonb_build_object('id', u.id, 'nickname', u.nickname, 'email', u.email, 'provider', u.provider, 'role', u.role,
      'is_block', u.is_block, 'blocked_at', u.blocked_at, 'is_active', u.is_active, 'created_at', u.created_at, 'logined_at', u.logined_at,
      'plan', private.plan_of(u.id), 'subscription', g.last_subscription_status,
      'token', g.token, 'payment_token', g.payment_token, 'image', g.image, 'payment_image', g.payment_image,
      'benefit', (select to_jsonb(b) from public.user_benefit b where b.id = u.id and b.end_at > now()),
      'has_second_factor', private.has_second_factor(u.id),
      'factor_removal_at', (select r.due_at from private.factor_removal r where r.user_id = u.id),
      'texts', (select count(*) from public.tool_use t where t.user_id = u.id and t.deleted_at is null),
      'prompt_runs', (select count(*) from public.prompt_use p where p.user_id = u.id and not p.is_beside),
      'failed_runs', (select count(*) from public.tool_use t where t.user_id = u.id and t.status = 'failed')
        + (select count(*) from public.prompt_use p where p.user_id = u.id and p.status = 'failed' and not p.is_beside),
      'prompts', (select count(*) from public.prompt p where p.user_id = u.id),
      'shown_prompts', (select count(*) from public.prompt p where p.user_id = u.id and p.is_show))
    from public."user" u left join public.user_usage g on g.id = u.id where u.id = member
  );
end;
$$;

create function private.forget_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.recovery_code c where c.user_id = new.id;
  delete from private.factor_removal r where r.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_second_factor after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_second_factor();

revoke execute on function private.hash_recovery_code(uuid, text), private.set_recovery_codes(uuid, text[]), private.has_recovery_code(uuid, text),
  private.end_second_factor(uuid, text), private.has_second_factor(uuid), private.list_due_factor_removals(), private.require_owner(),
  public.read_factor_safety(), public.cancel_factor_removal(), public.operator_ask_factor_removal(uuid, text),
  public.operator_cancel_factor_removal(uuid) from public;
revoke execute on function public.read_factor_safety(), public.cancel_factor_removal(), public.operator_ask_factor_removal(uuid, text),
  public.operator_cancel_factor_removal(uuid) from anon;
grant execute on function public.read_factor_safety(), public.cancel_factor_removal(), public.operator_ask_factor_removal(uuid, text),
  public.operator_cancel_factor_removal(uuid) to authenticated;
