-- As before (prompt_list): others of the same sub-category and language, the liveliest first. They are read from the index that has each
-- model's in order; without the model in the condition a large sub-category would be sorted for six lines.
create or replace function public.list_similar_prompts(prompt_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_prompts(array(
    select other.id from public.prompt p cross join public.prompt_model m cross join lateral (
      select o.id, o.trend_score, o.created_at from public.prompt o
      where o.is_show and o.prompt_category_sub_id = p.prompt_category_sub_id and o.prompt_model_id = m.id and o.language = p.language
        and o.id <> p.id
      order by o.trend_score desc, o.created_at desc, o.id desc limit 6) other
    where p.id = list_similar_prompts.prompt_id and p.is_show
    order by other.trend_score desc, other.created_at desc, other.id desc limit 6))
$$;
