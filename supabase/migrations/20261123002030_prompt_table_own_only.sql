-- The library is read through its functions, which count searches and hand out pages. The table gives a member the own prompts and a visitor
-- nothing: it could be searched past the limit and copied row by row.

drop policy "visitors see shown prompts" on public.prompt;
revoke select on public.prompt from anon;
drop policy "members see shown prompts and their own" on public.prompt;
create policy "members see their own prompts" on public.prompt
  for select to authenticated using (user_id = (select auth.uid()));
comment on table public.prompt is 'A prompt of the library. Others'' are read by list_prompts() and read_prompt(), which give the text to members only.';

-- Whether the caller may act on this prompt: it is shown, or it is the caller's. A blocked member uses no prompts at all.
create function private.sees_prompt(prompt_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ((select auth.uid()) is null or private.may_use_service())
    and exists (select from public.prompt p where p.id = sees_prompt.prompt_id and (p.is_show or p.user_id = (select auth.uid())))
$$;
revoke execute on function private.sees_prompt(bigint) from public;
grant execute on function private.sees_prompt(bigint) to anon, authenticated;

alter policy "members save shown prompts" on public.prompt_like
  with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));
alter policy "members thank as themselves" on public.prompt_action
  with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));
alter policy "visitors are counted without a name" on public.prompt_view
  with check (user_id is null and private.sees_prompt(prompt_id));
alter policy "members are counted as themselves or without a name" on public.prompt_view
  with check ((user_id is null or user_id = (select auth.uid())) and private.sees_prompt(prompt_id));
-- The own ones are all that the subquery finds.
alter policy "members report shown prompts of others" on public.prompt_report
  with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id)
    and not exists (select from public.prompt p where p.id = prompt_id));

create function private.like_count_of(prompt_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.like_count from public.prompt p where p.id = like_count_of.prompt_id and (p.is_show or p.user_id = (select auth.uid()))
$$;
revoke execute on function private.like_count_of(bigint) from public;
grant execute on function private.like_count_of(bigint) to authenticated;

-- As before (prompt_counts).
create or replace function public.save_prompt(prompt_id bigint, is_saved boolean) returns table (is_saved_now boolean, like_count bigint)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := (select auth.uid());
  saves bigint;
begin
  if caller is null then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if save_prompt.is_saved then
    insert into public.prompt_like (prompt_id, user_id) values (save_prompt.prompt_id, caller) on conflict (prompt_id, user_id) do nothing;
  else
    delete from public.prompt_like l where l.prompt_id = save_prompt.prompt_id and l.user_id = caller;
  end if;
  -- A statement of its own, which sees what the trigger counted. No row for a prompt that is not there.
  saves := private.like_count_of(save_prompt.prompt_id);
  return query select save_prompt.is_saved, saves where saves is not null;
end;
$$;

-- The names of prompts that the caller's runs used, for the history of what was spent. A hundred at most.
create function public.name_used_prompts(ids bigint[]) returns table (id bigint, title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return query select p.id, p.title from public.prompt p
    where p.id = any (ids[1:100]) and (p.is_show or p.user_id = (select auth.uid()))
      and exists (select from public.prompt_use u where u.prompt_id = p.id and u.user_id = (select auth.uid()));
end;
$$;
comment on function public.name_used_prompts(bigint[]) is 'Id and title of shown or own prompts that the caller ran.';
revoke execute on function public.name_used_prompts(bigint[]) from public, anon;
grant execute on function public.name_used_prompts(bigint[]) to authenticated;

-- Comparing a text with the library reads many others, so it is counted as searches are. What compares is one function, what counts another:
-- an import compares fifty at once, and the console compares without a limit.
create function private.similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  likeness_min constant real := 0.55;
  grams integer[] := private.keyword_grams(private.search_form(left(similar_prompts.title || e'\n' || similar_prompts.prompt, 20000)));
  rare integer[];
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  -- Grams that few texts have find their likes soonest; without statistics any will do.
  rare := array(
    select g.element from unnest(grams) as g (element)
    left join (
      select k.element, k.frequency from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) as k (element, frequency)
      where s.schemaname = 'private' and s.tablename = 'prompt_search_full' and k.element is not null
    ) known using (element) order by known.frequency nulls first, g.element limit 24);
  return query
    -- Each rare gram alone may be in thousands of texts. Who copied has nearly all of them, and so all three of some group.
    with numbered as (
      select r.element, (r.place - 1) % greatest(cardinality(rare) / 3, 1) as part from unnest(rare) with ordinality as r (element, place)
    ), sought as (
      select array_agg(n.element) as elements from numbered n group by n.part
    ), candidate as (
      select s.prompt_id from sought g cross join lateral (
        select t.prompt_id from private.prompt_search t where private.letter_grams(t.full_text) @> g.elements limit 200) s
      group by s.prompt_id order by count(*) desc, s.prompt_id limit 40
    ), measured as (
      select p.id, p.title, private.keyword_grams(private.search_form(left(p.title || e'\n' || p.prompt, 20000))) as other
      from candidate c join public.prompt p on p.id = c.prompt_id where p.id is distinct from similar_prompts.except_id
    ), scored as (
      select m.id, m.title, (common.count::real / greatest(cardinality(grams) + cardinality(m.other) - common.count, 1)::real) as score
      from measured m cross join lateral (
        select count(*) as count from unnest(m.other) as o (element) where o.element = any (grams)) common
    )
    select s.id, s.title, s.score from scored s where s.score >= likeness_min order by s.score desc, s.id limit 5;
end;
$$;
alter function private.similar_prompts(text, text, bigint) set enable_seqscan = off;

create function private.count_comparison() returns void
language plpgsql set search_path = '' as $$
begin
  if not private.count_use('similar:' || (select auth.uid()), 60, 300) then perform private.refuse('too_many_requests'); end if;
end;
$$;

drop function public.find_similar_prompts(text, text, bigint);
create function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform private.count_comparison();
  return query select s.id, s.title_found, s.similarity
    from private.similar_prompts(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id) s;
end;
$$;
comment on function public.find_similar_prompts(text, text, bigint) is 'Shown prompts that say nearly the same; sixty times in five minutes.';
revoke execute on function public.find_similar_prompts(text, text, bigint) from public, anon;
grant execute on function public.find_similar_prompts(text, text, bigint) to authenticated;

-- What find_prompt_duplicates() did, for imports at a terminal as well.
create function private.compare_prompts(caller uuid, candidates jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(candidates) is distinct from 'array' or jsonb_array_length(candidates) > 50 then
    perform private.refuse('invalid_request');
  end if;
  return jsonb_build_object(
    'left_today', greatest(0, 30 - (select count(*) from public.prompt p where p.user_id = caller and p.created_at > now() - interval '1 day')),
    'found', (
      with own as materialized (
        select min(p.id) as id, private.squeezed_text(p.prompt) as text from public.prompt p where p.user_id = caller group by 2
      )
      select coalesce(jsonb_agg(jsonb_build_object('own_id', o.id, 'similar', s.similar) order by c.place), '[]')
      from jsonb_array_elements(candidates) with ordinality as c (line, place)
        left join own o on o.text = private.squeezed_text(c.line ->> 'prompt')
        left join lateral (
          select jsonb_build_object('id', f.id, 'title', f.title_found, 'similarity', f.similarity) as similar
          from private.similar_prompts(coalesce(c.line ->> 'title', ''), coalesce(c.line ->> 'prompt', '')) f limit 1
        ) s on o.id is null));
end;
$$;

create or replace function public.find_prompt_duplicates(candidates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
begin
  perform private.count_comparison();
  return private.compare_prompts(caller, candidates);
end;
$$;

-- As before (operator_prompts).
create or replace function public.operator_read_review(version_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', v.id, 'prompt_id', v.prompt_id, 'number', v.number, 'status', v.status, 'reason', v.reason,
      'created_at', v.created_at, 'reviewed_at', v.reviewed_at, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'content', case when v.status in ('in_review', 'approved', 'returned') then private.describe_content(to_jsonb(v)) end,
      'shown', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title_found, 'similarity', s.similarity)), '[]')
        from private.similar_prompts(v.title, v.prompt, p.id) s where v.status = 'in_review'))
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.id = version_id
  );
end;
$$;
