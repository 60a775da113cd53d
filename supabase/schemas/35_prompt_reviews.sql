-- Reviews. An approved prompt stays public unchanged while an edit of it waits (B40). Prompts of a blocked member are
-- hidden (docs/decisions/016).

create table public.prompt_version (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  number integer not null,
  status text not null,
  reason text,
  title text not null,
  description text not null,
  prompt text not null,
  language text not null,
  photo text,
  sample_result text not null default '',
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  constraint prompt_version_once unique (prompt_id, number),
  constraint prompt_version_status_known check (status in ('draft', 'in_review', 'approved', 'returned', 'superseded')),
  constraint prompt_version_reason_length check (char_length(reason) <= 2000),
  constraint prompt_version_title_length check (char_length(title) between 1 and 100),
  constraint prompt_version_description_filled check (char_length(description) between 1 and 5000),
  constraint prompt_version_prompt_filled check (char_length(prompt) between 1 and 100000),
  constraint prompt_version_sample_length check (char_length(sample_result) <= 20000),
  constraint prompt_version_language_known check (language in ('ko', 'en')),
  constraint prompt_version_photo_own check (private.is_own_picture(photo))
);
create index prompt_version_model on public.prompt_version (prompt_model_id);
create index prompt_version_category on public.prompt_version (prompt_category_sub_id);
comment on table public.prompt_version is 'Every state of a prompt that its author kept. At most one of them waits for its review.';
create unique index prompt_version_waiting on public.prompt_version (prompt_id) where status = 'in_review';
create index prompt_version_queue on public.prompt_version (id) where status = 'in_review';
alter table public.prompt_version enable row level security;
grant select on public.prompt_version to authenticated;
create policy "blocked members have no versions" on public.prompt_version as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "authors see the versions of their prompts" on public.prompt_version
  for select to authenticated using (exists (select from public.prompt p where p.id = prompt_id and p.user_id = (select auth.uid())));
create trigger prompt_version_variables before insert on public.prompt_version
  for each row execute function private.limit_prompt_variables();
create trigger prompt_version_limit before insert on public.prompt_version
  for each row when (auth.uid() is not null) execute function private.limit_prompt_versions();

create table private.prompt_reward (
  prompt_id bigint primary key,
  text_hash text not null unique,
  user_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.prompt_reward is
  'Prompts that were rewarded. Outlives the prompt on purpose: deleting a prompt and registering it again earns nothing.';
alter table private.prompt_reward enable row level security;

-- Saves one more version. A submitted version supersedes an earlier waiting one.
create function private.add_prompt_version(content public.prompt, status text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  new_id bigint;
begin
  perform from public.prompt p where p.id = content.id for no key update;
  if status in ('draft', 'in_review') then
    update public.prompt_version v set status = 'superseded' where v.prompt_id = content.id and v.status = 'in_review';
  end if;
  insert into public.prompt_version (prompt_id, number, status, title, description, prompt, language, photo, sample_result,
    prompt_model_id, prompt_category_sub_id)
  values (content.id, coalesce((select max(v.number) from public.prompt_version v where v.prompt_id = content.id), 0) + 1, status,
    content.title, content.description, content.prompt, content.language, content.photo, content.sample_result,
    content.prompt_model_id, content.prompt_category_sub_id)
  returning id into new_id;
  -- A hundred versions remain; the oldest that were never reviewed are deleted.
  delete from public.prompt_version v where v.prompt_id = content.id and v.reviewed_at is null and v.id < new_id and v.number <=
    (select max(number) from public.prompt_version where prompt_id = content.id) - 100;
  return new_id;
end;
$$;

-- An author's direct write to a prompt that is not shown (an insert or update, as specified) also becomes a version.
create function private.save_prompt_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_prompt_version(new, new.review_status);
  return null;
end;
$$;
create trigger prompt_version_insert after insert on public.prompt
  for each row when (not new.is_show) execute function private.save_prompt_version();
create trigger prompt_version_update after update on public.prompt
  for each row when (not new.is_show and not old.is_show and new.review_status in ('draft', 'in_review')
    and (old.title, old.description, old.prompt, old.language, old.photo, old.sample_result, old.prompt_model_id, old.prompt_category_sub_id, old.review_status)
      is distinct from (new.title, new.description, new.prompt, new.language, new.photo, new.sample_result, new.prompt_model_id, new.prompt_category_sub_id, new.review_status))
  execute function private.save_prompt_version();

-- Limits a member to thirty new prompts a day.
create function private.limit_prompts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member(new.user_id);
  if (select count(*) from public.prompt p where p.user_id = new.user_id and p.created_at > now() - interval '1 day') >= 30 then
    perform private.raise_app_error('too_many_requests');
  end if;
  return new;
end;
$$;
create trigger prompt_limit before insert on public.prompt
  for each row when (current_user = 'authenticated') execute function private.limit_prompts();

-- Stores an edit of a public prompt as a version; the public text changes when a reviewer approves it. The public text becomes a version too, if
-- it is not one yet, so that an edit can be undone. @returns the version's number
create function public.edit_prompt(prompt_id bigint, content jsonb, is_submitted boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  version_id bigint;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p
    where p.id = edit_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show for no key update;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  if not exists (select from public.prompt_version v where v.prompt_id = edited.id and v.status = 'approved') then
    version_id := private.add_prompt_version(edited, 'approved');
    update public.prompt_version v set reviewed_at = edited.updated_at, created_at = edited.updated_at where v.id = version_id;
  end if;
  edited.title := coalesce(content ->> 'title', edited.title);
  edited.description := coalesce(content ->> 'description', edited.description);
  edited.prompt := coalesce(content ->> 'prompt', edited.prompt);
  edited.language := coalesce(content ->> 'language', edited.language);
  edited.photo := coalesce(content ->> 'photo', edited.photo);
  edited.sample_result := coalesce(content ->> 'sample_result', edited.sample_result);
  edited.prompt_model_id := coalesce((content ->> 'prompt_model_id')::smallint, edited.prompt_model_id);
  edited.prompt_category_sub_id := coalesce((content ->> 'prompt_category_sub_id')::smallint, edited.prompt_category_sub_id);
  version_id := private.add_prompt_version(edited, case when is_submitted then 'in_review' else 'draft' end);
  return (select v.number from public.prompt_version v where v.id = version_id);
end;
$$;
grant execute on function public.edit_prompt(bigint, jsonb, boolean) to authenticated;

-- The author hides a prompt, or shows an approved one again (B10). Hiding withdraws an edit that waits for review,
-- because a later approval would show the prompt again.
create function public.hide_prompt(prompt_id bigint, is_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if is_hidden then
    update public.prompt p set is_show = false, review_status = 'hidden'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show;
  else
    update public.prompt p set is_show = true, review_status = 'published'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.review_status = 'hidden';
  end if;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if is_hidden then
    update public.prompt_version v set status = 'superseded' where v.prompt_id = hide_prompt.prompt_id and v.status = 'in_review';
  end if;
end;
$$;
grant execute on function public.hide_prompt(bigint, boolean) to authenticated;

-- Approves or returns a version that waits for review. An approved version becomes the public text, and its author gets 2,000 tokens: once per
-- prompt, and never for a text that was rewarded before. The author of a returned edit reads that the prompt stays public. False when the version does
-- not wait any more.
create function private.review_prompt(version_id bigint, is_approved boolean, reason text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  version public.prompt_version;
  reviewed public.prompt;
begin
  -- The prompt's row is locked first, as in every write of a version.
  perform from public.prompt p where p.id = (select v.prompt_id from public.prompt_version v where v.id = version_id) for no key update;
  update public.prompt_version v set status = case when is_approved then 'approved' else 'returned' end,
      reason = review_prompt.reason, reviewed_at = now()
    where v.id = version_id and v.status = 'in_review' returning * into version;
  if not found then return false; end if;
  if is_approved then
    update public.prompt p set title = version.title, description = version.description, prompt = version.prompt,
        language = version.language, photo = version.photo, sample_result = version.sample_result,
        prompt_model_id = version.prompt_model_id, prompt_category_sub_id = version.prompt_category_sub_id,
        is_show = true, review_status = 'published'
      where p.id = version.prompt_id returning * into reviewed;
    perform private.reward_prompt(version.prompt_id, reviewed.user_id, version.prompt);
  else
    update public.prompt p set review_status = case when p.is_show then p.review_status else 'returned' end
      where p.id = version.prompt_id returning * into reviewed;
  end if;
  perform private.tell_member(reviewed.user_id, 'prompt_reviewed', version.prompt_id || ':' || version.id,
    jsonb_build_object('title', version.title, 'is_show', is_approved)
      || case when reviewed.is_show and not is_approved then '{"is_edit": true}' else '{}'::jsonb end);
  return true;
end;
$$;

create function private.reward_prompt(prompt_id bigint, author uuid, text text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.prompt_reward (prompt_id, text_hash, user_id)
  values (prompt_id, md5(regexp_replace(private.search_form(text), '\s+', '', 'g')), author) on conflict do nothing;
  if found then perform private.grant_tokens(author, 2000, 'review', 'prompt_review:' || prompt_id); end if;
end;
$$;

-- Saves an own prompt, shown or not. base_number is the number of the newest version that its author had read (0 for
-- none). Another one is `edit_conflict`, unless its content is equal already. @returns the number of the newest version
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
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  after := jsonb_populate_record(before, private.prompt_content(content));
  select * into newest from public.prompt_version v where v.prompt_id = before.id order by v.number desc limit 1;
  if coalesce(newest.number, 0) <> base_number then
    if newest.status = wanted and (newest.title, newest.description, newest.prompt, newest.language, newest.sample_result,
        newest.prompt_model_id, newest.prompt_category_sub_id)
      is not distinct from (after.title, after.description, after.prompt, after.language, after.sample_result,
        after.prompt_model_id, after.prompt_category_sub_id) then return newest.number; end if;
    perform private.raise_app_error('edit_conflict');
  end if;
  if before.is_show then return public.edit_prompt(before.id, content, is_submitted); end if;
  update public.prompt p set title = after.title, description = after.description, prompt = after.prompt, language = after.language,
      photo = after.photo, sample_result = after.sample_result, prompt_model_id = after.prompt_model_id,
      prompt_category_sub_id = after.prompt_category_sub_id, review_status = wanted
    where p.id = before.id;
  return (select coalesce(max(v.number), 0) from public.prompt_version v where v.prompt_id = before.id);
end;
$$;
grant execute on function public.save_prompt_edit(bigint, jsonb, boolean, integer) to authenticated;

-- The columns of a prompt that an author may write; others are dropped.
create function private.prompt_content(content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(content) c
  where c.value <> 'null' and c.key in ('title', 'description', 'prompt', 'language', 'photo', 'sample_result', 'prompt_model_id', 'prompt_category_sub_id')
$$;

-- Stores the side that an author discards in a conflict as a version before the newest one. @returns the number of the
-- newest version
create function public.stash_discarded_edit(prompt_id bigint, content jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  newest integer;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p where p.id = stash_discarded_edit.prompt_id and p.user_id = (select auth.uid()) for no key update;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  edited := jsonb_populate_record(edited, private.prompt_content(content));
  perform private.add_prompt_version(edited, 'superseded');
  select max(v.number) into newest from public.prompt_version v where v.prompt_id = edited.id;
  -- The newest version stays the newest: a waiting edit is not withdrawn.
  update public.prompt_version v set number = newest + 1 where v.prompt_id = edited.id and v.number = newest - 1;
  return greatest(newest, (select max(v.number) from public.prompt_version v where v.prompt_id = edited.id));
end;
$$;
grant execute on function public.stash_discarded_edit(bigint, jsonb) to authenticated;

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
