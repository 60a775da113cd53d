-- Answers to questions leave as letters of ours, to the address that the question came with. Keeping an answer and the job that sends it are one
-- transaction, which is the server's: it calls private.operator_answer() as the operator. See docs/decisions/027.

alter table public.contact add column answered_by uuid;
comment on column public.contact.answered_by is 'The operator; null for an answer at a terminal, and for older ones.';

create table private.contact_letter (
  contact_id bigint primary key references public.contact (id) on delete cascade,
  tries integer not null default 0,
  sending_at timestamptz,
  sent_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  constraint contact_letter_failure_known check (failure in ('later', 'failed', 'refused', 'unknown')),
  constraint contact_letter_ends_once check (sent_at is null or failure is null)
);
comment on table private.contact_letter is
  'The letter of an answer. sending_at is set before it goes, so that a crash never sends it twice. later is tried again by its job, failed is given up, unknown may have arrived.';
create index contact_letter_unsent on private.contact_letter (created_at) where sent_at is null;
alter table private.contact_letter enable row level security;

-- What the console says of a letter. One that was being sent for longer than any mail server may take was interrupted.
create function private.letter_state(letter private.contact_letter) returns text
language sql stable set search_path = '' as $$
  select case
    when letter.contact_id is null then null
    when letter.sent_at is not null then 'sent'
    when letter.sending_at < now() - interval '2 minutes' then 'unknown'
    else coalesce(letter.failure, 'waiting')
  end
$$;

-- As before (operator_decisions), and with who answered.
create or replace function private.answer_contact(contact_id bigint, answer text) returns boolean
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

-- An answer that is kept without its letter would be one that no visitor ever reads: browsers have no way past the server.
drop function public.operator_answer_question(bigint, text);
-- Whether there is a letter to send: none where no mail leaves, and none again for who asks again.
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
    perform private.refuse('not_found');
  end if;
  perform private.log_act('question_answer', c.id::text, c.user_id) from public.contact c where c.id = question_id;
  if not is_mailed then return false; end if;
  insert into private.contact_letter (contact_id) values (question_id);
  return true;
end;
$$;

-- Sends an answer again, or for the first time when it was kept at a terminal or where no mail left. Not while it is on its way.
create function private.operator_send_answer(question_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  member uuid;
begin
  perform private.require_operator();
  select c.user_id into member from public.contact c where c.id = question_id and c.answer is not null for no key update;
  if not found then perform private.refuse('not_found'); end if;
  insert into private.contact_letter as l (contact_id) values (question_id)
    on conflict on constraint contact_letter_pkey do update set tries = 0, sending_at = null, failure = null, created_at = now()
    where private.letter_state(l) in ('failed', 'refused', 'unknown');
  if not found then perform private.refuse('not_found'); end if;
  perform private.log_act('question_send', question_id::text, member);
end;
$$;

-- The next step of a letter that nobody is sending: what it says. Nothing when there is nothing to send any more.
create function private.begin_contact_letter(question_id bigint)
  returns table (address text, title text, description text, answer text, language text, asked_at timestamptz, tries integer)
language sql set search_path = '' as $$
  update private.contact_letter l set sending_at = now(), tries = l.tries + 1
  from public.contact c
  where l.contact_id = question_id and c.id = question_id and c.answer is not null
    and l.sent_at is null and l.sending_at is null and coalesce(l.failure, 'later') in ('later', 'failed')
  returning c.email, c.title, c.description, c.answer, c.language, c.created_at, l.tries
$$;

-- How it went: null when it was taken.
create function private.end_contact_letter(question_id bigint, failure text) returns void
language sql set search_path = '' as $$
  update private.contact_letter l set sending_at = null, failure = end_contact_letter.failure,
    sent_at = case when end_contact_letter.failure is null then now() end
  where l.contact_id = question_id
$$;

-- As before (operator_decisions), with who answered and what became of the letter.
create or replace function public.operator_read_question(question_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', c.id, 'type', c.type, 'title', c.title, 'description', c.description, 'language', c.language,
      'email', c.email, 'user_id', c.user_id, 'asker', u.nickname, 'created_at', c.created_at,
      'answer', c.answer, 'answered_at', c.answered_at, 'answered_by', o.nickname, 'closed_at', c.closed_at,
      'letter', private.letter_state(l), 'sent_at', l.sent_at)
    from public.contact c
      left join public."user" u on u.id = c.user_id
      left join public."user" o on o.id = c.answered_by and o.is_active
      left join private.contact_letter l on l.contact_id = c.id
    where c.id = question_id
  );
end;
$$;

-- As before (operator_contact); a line says whether its answer could not be delivered.
create or replace function public.operator_list_questions(is_open boolean, kind text default null, from_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if is_open then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker, false as is_undelivered
        from public.contact c left join public."user" u on u.id = c.user_id
        where c.answered_at is null and c.closed_at is null and (kind is null or c.type = kind) and (from_id is null or c.id > from_id)
        order by c.id limit 31
      ) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker,
        coalesce(private.letter_state(w) in ('failed', 'refused', 'unknown'), false) as is_undelivered
      from public.contact c
        left join public."user" u on u.id = c.user_id
        left join private.contact_letter w on w.contact_id = c.id
      where (c.answered_at is not null or c.closed_at is not null) and (kind is null or c.type = kind) and (from_id is null or c.id < from_id)
      order by c.id desc limit 31
    ) l
  );
end;
$$;

-- As before (operator_overview), with answers of this week that could not be delivered. Older ones have been seen: a wrong address stays wrong.
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
    'letters', (select count(*) from private.contact_letter l
      where l.sent_at is null and l.created_at > now() - interval '7 days' and private.letter_state(l) in ('failed', 'refused', 'unknown')),
    'invites', (select count(*) from private.invite i where i.rewarded_at is null and i.refused_at is null),
    'dead_jobs', dead,
    'sign_ups', (select count(*) from public."user" u where u.created_at >= today),
    'runs', (select jsonb_build_object('all', count(*), 'failed', count(*) filter (where r.status = 'failed')) from (
      select t.status from public.tool_use t where t.created_at >= today
      union all select e.status from public.tool_edit e where e.created_at >= today
      union all select p.status from public.prompt_use p where p.created_at >= today and not p.is_beside
      union all select a.status from public.tone_analysis a where a.created_at >= today
      union all select k.status from public.keyword_search k where k.created_at >= today
    ) r),
    'tokens', (select coalesce(-sum(h.amount), 0) from public.token_history h where h.kind = 'use' and h.created_at >= today),
    'charged', (select coalesce(sum(p.amount), 0) from private.payment p where p.status = 'DONE' and p.approved_at >= today)
  );
end;
$$;
