-- What waits for a review is compared as well: of two that wait together each would be promised the reward.

-- The threshold of private.similar_prompts().
create function private.likeness_min() returns real language sql immutable set search_path = '' as $$ select 0.55::real $$;

-- Versions in review that say nearly the same, of all authors or of one. The three hundred that are reviewed first.
create function private.similar_waiting(title text, prompt text, except_id bigint, author uuid default null)
returns table (id bigint, version_id bigint, title_found text, similarity real)
language sql stable set search_path = '' as $$
  with sought as (
    select private.keyword_grams(private.search_form(left(similar_waiting.title || e'\n' || similar_waiting.prompt, 20000))) as grams
  ), waiting as (
    select v.id, v.prompt_id, v.title, private.keyword_grams(private.search_form(left(v.title || e'\n' || v.prompt, 20000))) as grams
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id
    where v.status = 'in_review' and v.prompt_id is distinct from except_id and (author is null or p.user_id = author)
    order by v.id limit 300
  ), scored as (
    select w.prompt_id, w.id, w.title,
      (common.count::real / greatest(cardinality(s.grams) + cardinality(w.grams) - common.count, 1)::real) as score
    from waiting w cross join sought s
      cross join lateral (select count(*) as count from unnest(w.grams) as o (element) where o.element = any (s.grams)) common
  )
  select s.prompt_id, s.id, s.title, s.score from scored s where s.score >= private.likeness_min() order by s.score desc, s.id limit 5;
$$;
revoke execute on function private.similar_waiting(text, text, bigint, uuid) from public;

create or replace function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform private.count_comparison();
  return query select f.id, f.title_found, f.similarity from (
      select s.id, s.title_found, s.similarity
        from private.similar_prompts(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id) s
      union
      select w.id, w.title_found, w.similarity
        from private.similar_waiting(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id, (select auth.uid())) w
    ) f order by f.similarity desc, f.id limit 5;
end;
$$;
comment on function public.find_similar_prompts(text, text, bigint) is
  'Shown prompts, and own ones in review, that say nearly the same; sixty times in five minutes.';

create function private.describe_likes(title text, prompt text, except_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version_id', l.version_id, 'title', l.title_found, 'similarity', l.similarity)
      order by l.similarity desc, l.id), '[]')
  from (
    select s.id, null::bigint as version_id, s.title_found, s.similarity
      from private.similar_prompts(describe_likes.title, describe_likes.prompt, describe_likes.except_id) s
    union all
    select w.id, w.version_id, w.title_found, w.similarity
      from private.similar_waiting(describe_likes.title, describe_likes.prompt, describe_likes.except_id) w
  ) l;
$$;
revoke execute on function private.describe_likes(text, text, bigint) from public;

-- As before (prompt_table_own_only), with what waits; its `version_id` leads to its review.
create or replace function public.operator_read_review(version_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', v.id, 'prompt_id', v.prompt_id, 'number', v.number, 'status', v.status, 'reason', v.reason,
      'created_at', v.created_at, 'reviewed_at', v.reviewed_at, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'content', case when v.status in ('in_review', 'approved', 'returned') then private.describe_content(to_jsonb(v)) end,
      'shown', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'similar', case when v.status = 'in_review' then private.describe_likes(v.title, v.prompt, p.id) else '[]' end)
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.id = version_id
  );
end;
$$;
