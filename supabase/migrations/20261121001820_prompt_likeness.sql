-- What counts as nearly the same prompt. Pairs of letters said so of one English pair of prompts in twelve: of a thousand real prompts that
-- nobody copied, 53,000 pairs shared half of theirs. By runs of three Latin letters, and pairs of any other letters, 284 of 760,000 pairs
-- share 55 %, nearly all of them made from one template.

-- Shown prompts that say nearly the same: grams in common, of all grams (0 to 1), in any script. Members only.
create or replace function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  likeness_min constant real := 0.55;
  grams integer[] := private.keyword_grams(private.search_form(left(find_similar_prompts.title || e'\n' || find_similar_prompts.prompt, 20000)));
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
      from candidate c join public.prompt p on p.id = c.prompt_id where p.id is distinct from find_similar_prompts.except_id
    ), scored as (
      select m.id, m.title, (common.count::real / greatest(cardinality(grams) + cardinality(m.other) - common.count, 1)::real) as score
      from measured m cross join lateral (
        select count(*) as count from unnest(m.other) as o (element) where o.element = any (grams)) common
    )
    select s.id, s.title, s.score from scored s where s.score >= likeness_min order by s.score desc, s.id limit 5;
end;
$$;
alter function public.find_similar_prompts(text, text, bigint) set enable_seqscan = off;

drop function private.letter_pairs(text);
