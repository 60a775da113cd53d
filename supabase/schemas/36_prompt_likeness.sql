-- Near-duplicates: prompts that share 55 % of their grams (runs of three Latin letters, pairs of other letters). Of 760,000 pairs of real prompts
-- 284 do, nearly all made from one template.

-- The threshold of private.similar_prompts().
create function private.likeness_min() returns real language sql immutable set search_path = '' as $$ select 0.55::real $$;

-- Versions in review with nearly the same text, of all authors or of one. Only the three hundred that are reviewed first
-- are compared.
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
