-- Questions in the console: what waits, the oldest first; what is done, the newest first.

create function public.operator_list_questions(is_open boolean, kind text default null, from_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if is_open then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker
        from public.contact c left join public."user" u on u.id = c.user_id
        where c.answered_at is null and c.closed_at is null and (kind is null or c.type = kind) and (from_id is null or c.id > from_id)
        order by c.id limit 31
      ) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker
      from public.contact c left join public."user" u on u.id = c.user_id
      where (c.answered_at is not null or c.closed_at is not null) and (kind is null or c.type = kind) and (from_id is null or c.id < from_id)
      order by c.id desc limit 31
    ) l
  );
end;
$$;

-- Null when it is not there.
create function public.operator_read_question(question_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select to_jsonb(c) || jsonb_build_object('asker', u.nickname)
    from public.contact c left join public."user" u on u.id = c.user_id where c.id = question_id
  );
end;
$$;

create function public.operator_answer_question(question_id bigint, answer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if not private.answer_contact(question_id, private.require_text(answer, 10000)) then perform private.refuse('not_found'); end if;
  perform private.log_act('question_answer', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

create function public.operator_close_question(question_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  update public.contact c set closed_at = now() where c.id = question_id and c.answered_at is null and c.closed_at is null;
  if not found then perform private.refuse('not_found'); end if;
  perform private.log_act('question_close', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

-- For the moment in which the toast offers it.
create function public.operator_reopen_question(question_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  update public.contact c set closed_at = null where c.id = question_id and c.closed_at is not null;
  if not found then perform private.refuse('not_found'); end if;
  perform private.log_act('question_reopen', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

grant execute on function public.operator_list_questions(boolean, text, bigint), public.operator_read_question(bigint),
  public.operator_answer_question(bigint, text), public.operator_close_question(bigint), public.operator_reopen_question(bigint) to authenticated;
