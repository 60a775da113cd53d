-- Two tabs that edit one prompt: a save names the version that it stands on, so that the later one does not go over the first unseen.

-- Saves an own prompt, shown or not. base_number is the number of the newest version that its author had seen (0 for none): another one is
-- `edit_conflict`, unless it says the same already. @returns the number of the newest version
create function public.save_prompt_edit(prompt_id bigint, content jsonb, is_submitted boolean, base_number integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := case when is_submitted then 'in_review' else 'draft' end;
  before public.prompt;
  after public.prompt;
  newest public.prompt_version;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into before from public.prompt p where p.id = save_prompt_edit.prompt_id and p.user_id = (select auth.uid()) for no key update;
  if not found then perform private.refuse('prompt_not_found'); end if;
  after := jsonb_populate_record(before, private.prompt_content(content));
  select * into newest from public.prompt_version v where v.prompt_id = before.id order by v.number desc limit 1;
  if coalesce(newest.number, 0) <> base_number then
    if newest.status = wanted and (newest.title, newest.description, newest.prompt, newest.language, newest.sample_result,
        newest.prompt_model_id, newest.prompt_category_sub_id)
      is not distinct from (after.title, after.description, after.prompt, after.language, after.sample_result,
        after.prompt_model_id, after.prompt_category_sub_id) then return newest.number; end if;
    perform private.refuse('edit_conflict');
  end if;
  if before.is_show then return public.edit_prompt(before.id, content, is_submitted); end if;
  update public.prompt p set title = after.title, description = after.description, prompt = after.prompt, language = after.language,
      photo = after.photo, sample_result = after.sample_result, prompt_model_id = after.prompt_model_id,
      prompt_category_sub_id = after.prompt_category_sub_id, review_status = wanted
    where p.id = before.id;
  return (select coalesce(max(v.number), 0) from public.prompt_version v where v.prompt_id = before.id);
end;
$$;

-- What an author may write of a prompt; anything else in it is left out.
create function private.prompt_content(content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(content) c
  where c.value <> 'null' and c.key in ('title', 'description', 'prompt', 'language', 'photo', 'sample_result', 'prompt_model_id', 'prompt_category_sub_id')
$$;

-- The side that an author gives up in a conflict stays among the versions, before the newest one. @returns the number of the newest version
create function public.keep_given_up_edit(prompt_id bigint, content jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  newest integer;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p where p.id = keep_given_up_edit.prompt_id and p.user_id = (select auth.uid()) for no key update;
  if not found then perform private.refuse('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
  end if;
  edited := jsonb_populate_record(edited, private.prompt_content(content));
  perform private.add_prompt_version(edited, 'superseded');
  select max(v.number) into newest from public.prompt_version v where v.prompt_id = edited.id;
  -- The one that was the newest stays it: what waits for its review is not taken back.
  update public.prompt_version v set number = newest + 1 where v.prompt_id = edited.id and v.number = newest - 1;
  return greatest(newest, (select max(v.number) from public.prompt_version v where v.prompt_id = edited.id));
end;
$$;
grant execute on function public.save_prompt_edit(bigint, jsonb, boolean, integer), public.keep_given_up_edit(bigint, jsonb) to authenticated;
