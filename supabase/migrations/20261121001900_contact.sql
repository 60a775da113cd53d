-- What people ask us, and what we answer. Written by the server only: it counts how often one member or address asks (private.use_count).

create table public.contact (
  id bigint generated always as identity primary key,
  user_id uuid references public."user" (id) on delete cascade,
  type text not null,
  email text not null,
  title text not null,
  description text not null,
  language text not null,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint contact_type_known check (type in ('service', 'company', 'error', 'etc')),
  constraint contact_email_length check (char_length(email) between 3 and 254),
  constraint contact_title_length check (char_length(title) between 1 and 100),
  constraint contact_description_length check (char_length(description) between 1 and 5000),
  constraint contact_language_known check (language in ('ko', 'en')),
  constraint contact_answer_whole check ((answer is null) = (answered_at is null) and char_length(answer) between 1 and 10000)
);
comment on table public.contact is 'A question to us. user_id is null for a visitor, who is answered by e-mail.';
create index contact_own on public.contact (user_id, id desc);
create index contact_open on public.contact (id) where answered_at is null;

-- Keeps an answer and tells a member of it, once per question. False when it was answered already or is not there.
create function private.answer_contact(contact_id bigint, answer text) returns boolean
language plpgsql set search_path = '' as $$
declare
  answered public.contact;
begin
  update public.contact c set answer = answer_contact.answer, answered_at = now()
    where c.id = contact_id and c.answered_at is null returning * into answered;
  if not found then return false; end if;
  if answered.user_id is not null then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (answered.user_id, 'contact_reply', answered.id::text, jsonb_build_object('title', answered.title))
    on conflict do nothing;
  end if;
  return true;
end;
$$;

revoke all on public.contact from anon, authenticated;
grant select (id, user_id, type, email, title, description, language, answer, answered_at, created_at) on public.contact to authenticated;
alter table public.contact enable row level security;
create policy "blocked members have no questions" on public.contact as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own questions" on public.contact
  for select to authenticated using (user_id = (select auth.uid()));
