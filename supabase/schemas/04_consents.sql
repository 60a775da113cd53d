-- Consents of members: one row for each that was given or withdrawn, with the version of the text. Rows are only added,
-- so that they prove the agreed version and its time. shared/consents.ts has the kinds and their versions.

create table public.user_consent (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  version text not null,
  is_given boolean not null,
  created_at timestamptz not null default now(),
  constraint user_consent_kind_known check (kind in ('age', 'terms', 'privacy', 'news')),
  constraint user_consent_version_form check (version ~ '^\d{4}-\d{2}-\d{2}$')
);
comment on table public.user_consent is 'What a member agreed to or withdrew, in which version and when. The newest row of a kind counts.';
create index user_consent_newest on public.user_consent (user_id, kind, id desc);
alter table public.user_consent enable row level security;
grant select on public.user_consent to authenticated;
create policy "blocked members read no consents" on public.user_consent as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own consents" on public.user_consent
  for select to authenticated using (user_id = (select auth.uid()));

-- Rows are deleted only with the account.
create function private.guard_consents() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public."user" u where u.id = old.user_id and u.provider <> 'deleted') then return old; end if;
  raise exception using errcode = 'P0001', message = 'history_is_immutable';
end;
$$;
create trigger user_consent_guard before update or delete on public.user_consent
  for each row execute function private.guard_consents();

create function private.forget_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.user_consent c where c.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_consents after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_consents();

-- Records a member's answer. An unchanged answer writes no row: consent to the same version, or a refusal without an
-- earlier consent. Columns of the member's record are updated.
create function private.record_consent(member uuid, kind text, version text, is_given boolean) returns void
language plpgsql set search_path = '' as $$
declare
  newest public.user_consent;
  receives_news boolean;
  changes boolean;
begin
  select u.is_email_reception into receives_news from public."user" u where u.id = member and u.is_active for no key update;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  select * into newest from public.user_consent c where c.user_id = member and c.kind = record_consent.kind order by c.id desc limit 1;
  changes := case
    when record_consent.is_given then newest.is_given is not true or newest.version <> record_consent.version
    else coalesce(newest.is_given, record_consent.kind = 'news' and receives_news) end;
  if changes then
    insert into public.user_consent (user_id, kind, version, is_given)
    values (member, record_consent.kind, record_consent.version, record_consent.is_given);
  end if;
  update public."user" u set
    is_terms_use = case when record_consent.kind = 'terms' then record_consent.is_given else u.is_terms_use end,
    is_terms_privacy = case when record_consent.kind = 'privacy' then record_consent.is_given else u.is_terms_privacy end,
    is_email_reception = case when record_consent.kind = 'news' then record_consent.is_given else u.is_email_reception end
  where u.id = member and record_consent.kind <> 'age';
end;
$$;

-- The member's valid consents: kind to version.
create function private.consents_of(member uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(n.kind, n.version) filter (where n.is_given), '{}')
  from (
    select distinct on (c.kind) c.kind, c.version, c.is_given
    from public.user_consent c where c.user_id = member order by c.kind, c.id desc
  ) n
$$;

-- A computed column of the member's own record.
create function public.consents(public."user") returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.consents_of((select auth.uid()))
$$;
comment on function public.consents(public."user") is 'A computed column: the versions that the member who reads the own record has agreed to, by kind.';
grant execute on function public.consents(public."user") to authenticated;
