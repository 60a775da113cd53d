-- Questions of members and visitors, and their answers, which are sent by e-mail (docs/decisions/027).

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
  closed_at timestamptz,
  answered_by uuid,
  constraint contact_type_known check (type in ('service', 'company', 'error', 'etc')),
  constraint contact_email_length check (char_length(email) between 3 and 254),
  constraint contact_title_length check (char_length(title) between 1 and 100),
  constraint contact_description_length check (char_length(description) between 1 and 5000),
  constraint contact_language_known check (language in ('ko', 'en')),
  constraint contact_answer_whole check ((answer is null) = (answered_at is null) and char_length(answer) between 1 and 10000)
);
comment on table public.contact is 'A question to us. user_id is null for a visitor, who is answered by e-mail.';
comment on column public.contact.closed_at is 'An operator put it aside without an answer.';
comment on column public.contact.answered_by is 'The operator; null for an answer at a terminal, and for older ones.';
create index contact_own on public.contact (user_id, id desc);
create index contact_open on public.contact (id) where answered_at is null and closed_at is null;
create index contact_done on public.contact (id) where answered_at is not null or closed_at is not null;
-- Repeated questions are searched among the newest (questions.ts).
create index contact_newest on public.contact (created_at);
alter table public.contact enable row level security;
grant select (id, user_id, type, email, title, description, language, answer, answered_at, created_at, closed_at) on public.contact to
  authenticated;
create policy "blocked members have no questions" on public.contact as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own questions" on public.contact
  for select to authenticated using (user_id = (select auth.uid()));
create trigger contact_tells_operators after insert on public.contact
  for each row execute function private.tell_operators_of_question();

-- Stores an answer and raises its alarm, once per question. False when the question is answered already or does not
-- exist.
create function private.answer_contact(contact_id bigint, answer text) returns boolean
language plpgsql set search_path = '' as $$
declare
  answered public.contact;
begin
  update public.contact c set answer = answer_contact.answer, answered_at = now(), answered_by = (select auth.uid())
    where c.id = contact_id and c.answered_at is null and c.closed_at is null returning * into answered;
  if not found then return false; end if;
  if answered.user_id is not null then
    perform private.tell_member(answered.user_id, 'contact_reply', answered.id::text, jsonb_build_object('title', answered.title));
  end if;
  return true;
end;
$$;

-- Questions: open ones oldest first, closed ones newest first, each with whether its answer could not be delivered.
create function public.operator_list_questions(is_open boolean, kind text default null, from_id bigint default null) returns jsonb
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
grant execute on function public.operator_list_questions(boolean, text, bigint) to authenticated;

-- A question with its answering operator and the state of the e-mail. Null when it does not exist.
create function public.operator_read_question(question_id bigint) returns jsonb
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
grant execute on function public.operator_read_question(bigint) to authenticated;

-- The state of an answer's e-mail: null without one, waiting, later (will be retried), sent, failed, refused, unknown
-- (may have arrived).
create function private.answer_email_state(email private.email_outbox) returns text
language sql immutable set search_path = '' as $$
  select case
    when email.state = 'sending' then 'waiting'
    when email.state = 'waiting' and email.attempts > 0 then 'later'
    else email.state
  end
$$;

-- Writes the e-mail of an answer to the question's address. False when it has one already.
create function private.enqueue_answer(question_id bigint) returns boolean
language sql set search_path = '' as $$
  select private.enqueue_email('answer', c.id::text, c.user_id, c.email, c.language,
      jsonb_build_object('title', c.title, 'description', c.description, 'answer', c.answer)) is not null
  from public.contact c where c.id = question_id and c.answer is not null
$$;

-- Stores an operator's answer, once. @returns whether an e-mail was written: none on a site without e-mail, and no
-- second one for a repeated call
create function private.operator_answer(question_id bigint, answer text, is_mailed boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  words text;
begin
  perform private.require_operator();
  words := private.require_text(answer, 10000);
  if not private.answer_contact(question_id, words) then
    if private.is_repeated('question_answer', question_id::text, null)
      and exists (select from public.contact c where c.id = question_id and c.answer = words) then return false; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act('question_answer', c.id::text, c.user_id) from public.contact c where c.id = question_id;
  if not is_mailed then return false; end if;
  return private.enqueue_answer(question_id);
end;
$$;

-- Sends an answer again after a failure, or for the first time when it was stored on a site without e-mail. Refused
-- while an e-mail is being sent.
create function private.operator_send_answer(question_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  member uuid;
begin
  perform private.require_operator();
  select c.user_id into member from public.contact c where c.id = question_id and c.answer is not null for no key update;
  if not found then perform private.raise_app_error('not_found'); end if;
  delete from private.email_outbox e where e.idempotency_key = 'answer:' || question_id and e.state in ('failed', 'refused', 'unknown');
  if not private.enqueue_answer(question_id) then perform private.raise_app_error('not_found'); end if;
  perform private.log_act('question_send', question_id::text, member);
end;
$$;

create function public.operator_close_question(question_id bigint, is_closed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  act text := case when is_closed then 'question_close' else 'question_reopen' end;
begin
  perform private.require_operator();
  update public.contact c set closed_at = case when is_closed then now() end
    where c.id = question_id and (c.closed_at is null) = is_closed and (c.answered_at is null or not is_closed);
  if not found then
    if private.is_repeated(act, question_id::text, null) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;
grant execute on function public.operator_close_question(bigint, boolean) to authenticated;
