-- Account deletion. Personal data is deleted at once; the member's row stays without a name, because the ledger and public prompts refer to it
-- (docs/decisions/023).

create table private.deletion_token (
  user_id uuid primary key references public."user" (id) on delete cascade,
  session_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null
);
comment on table private.deletion_token is 'The one way to delete an account, once: for the session that asked for it, and for a few minutes.';
alter table private.deletion_token enable row level security;

create table private.deleted_identity (
  identity_hash text primary key,
  until timestamptz not null
);
comment on table private.deleted_identity is
  'Keyed hashes of provider and subject of accounts that were deleted. They may sign up again after `until`, and then without the gift (B18, M14). Nothing leads from here to an account.';
alter table private.deleted_identity enable row level security;

create function private.require_deletable(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  usage := private.lock_usage(member);
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.raise_app_error('payment_confirming');
  end if;
  if usage.last_subscription_status = 'UNPAID' or usage.token + usage.payment_token < 0 or usage.image + usage.payment_image < 0
    or exists (select from public.payment_debt d where d.user_id = member and (d.token > 0 or d.image > 0)) then
    perform private.raise_app_error('debt_remaining');
  end if;
  if usage.last_subscription_status = 'ACTIVE' then perform private.raise_app_error('subscription_active'); end if;
  if exists (select from private.run r where r.ended_at is null and member in (r.payer_id, r.member_id)) then
    perform private.raise_app_error('request_in_progress');
  end if;
end;
$$;

-- Deletes everything personal of an account, when token and session allow it. The caller deletes the files, because
-- bytes are not rows.
create function private.delete_account(member uuid, session_id uuid, token_hash text, identity_hashes text[], until timestamptz) returns void
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
