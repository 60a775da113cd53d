-- What a blocked member published is shown to nobody, nor is the name: the prompts are hidden as their author would hide them. Whoever is unblocked
-- puts back what should be seen.

create function private.hide_prompts_of(member uuid) returns void
language sql set search_path = '' as $$
  update public.prompt_version v set status = 'superseded' from public.prompt p
    where p.id = v.prompt_id and p.user_id = member and p.is_show and v.status = 'in_review';
  update public.prompt p set is_show = false, review_status = 'hidden' where p.user_id = member and p.is_show;
$$;

create function private.hide_prompts_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hide_prompts_of(new.id);
  return null;
end;
$$;
create trigger user_block_hides_prompts after update of is_block on public."user"
  for each row when (new.is_block and not old.is_block) execute function private.hide_prompts_of_blocked();

select private.hide_prompts_of(u.id) from public."user" u where u.is_block;
