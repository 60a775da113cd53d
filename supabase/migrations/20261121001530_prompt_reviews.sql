-- Prompts are read by a reviewer before everybody sees them. An approved prompt stays as it is while an edit of it waits (B40).

alter table public.prompt add column review_status text not null default 'in_review'
  constraint prompt_review_status_known check (review_status in ('draft', 'in_review', 'published', 'returned', 'hidden'));
comment on column public.prompt.review_status is
  'Of a prompt that is not shown: draft, in_review, returned (the reason is in its newest version) or hidden by its author. Shown prompts are published, whatever their newest version is.';
update public.prompt set review_status = 'published' where is_show;

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
  constraint prompt_version_language_known check (language in ('ko', 'en'))
);
comment on table public.prompt_version is 'Every state of a prompt that its author kept. At most one of them waits for its review.';
create unique index prompt_version_waiting on public.prompt_version (prompt_id) where status = 'in_review';
create index prompt_version_queue on public.prompt_version (id) where status = 'in_review';

create table private.prompt_reward (
  prompt_id bigint primary key,
  text_hash text not null unique,
  user_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.prompt_reward is
  'Prompts that were rewarded. Outlives the prompt on purpose: deleting a prompt and registering it again earns nothing.';
alter table private.prompt_reward enable row level security;

-- Keeps one more version. A version that waited before is superseded by one that is handed in.
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
  -- A hundred states are kept; of the oldest, those that nobody ever reviewed go.
  delete from public.prompt_version v where v.prompt_id = content.id and v.reviewed_at is null and v.id < new_id and v.number <=
    (select max(number) from public.prompt_version where prompt_id = content.id) - 100;
  return new_id;
end;
$$;

-- What an author writes to a prompt that is not shown (an insert or update, as specified) becomes a version too.
create function private.keep_prompt_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_prompt_version(new, new.review_status);
  return null;
end;
$$;
create trigger prompt_version_insert after insert on public.prompt
  for each row when (not new.is_show) execute function private.keep_prompt_version();
create trigger prompt_version_update after update on public.prompt
  for each row when (not new.is_show and not old.is_show and new.review_status in ('draft', 'in_review')
    and (old.title, old.description, old.prompt, old.language, old.photo, old.sample_result, old.prompt_model_id, old.prompt_category_sub_id, old.review_status)
      is distinct from (new.title, new.description, new.prompt, new.language, new.photo, new.sample_result, new.prompt_model_id, new.prompt_category_sub_id, new.review_status))
  execute function private.keep_prompt_version();

-- Thirty new prompts a day are enough for anybody who writes them.
create function private.limit_prompts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.prompt p where p.user_id = new.user_id and p.created_at > now() - interval '1 day') >= 30 then
    perform private.refuse('too_many_requests');
  end if;
  return new;
end;
$$;
create trigger prompt_limit before insert on public.prompt
  for each row when (current_user = 'authenticated') execute function private.limit_prompts();

-- An edit of a prompt that is shown: kept beside it until a reviewer approves. @returns the version's number
create function public.edit_prompt(prompt_id bigint, content jsonb, is_submitted boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  version_id bigint;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p
    where p.id = edit_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show for no key update;
  if not found then perform private.refuse('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
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

-- The author takes a prompt out of the list, or puts one back that was approved as it stands (B10).
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
  if not found then perform private.refuse('prompt_not_found'); end if;
end;
$$;

-- A reviewer's word on a version that waits. Approved, it becomes what everybody sees, and its author gets 2,000 tokens: once
-- per prompt, and never for a text that was rewarded before. False when the version does not wait (any more).
create function private.review_prompt(version_id bigint, is_approved boolean, reason text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  version public.prompt_version;
  author uuid;
begin
  -- The prompt first, as everybody who writes a version does.
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
      where p.id = version.prompt_id returning p.user_id into author;
    perform private.reward_prompt(version.prompt_id, author, version.prompt);
  else
    update public.prompt p set review_status = case when p.is_show then p.review_status else 'returned' end
      where p.id = version.prompt_id returning p.user_id into author;
  end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (author, 'prompt_reviewed', version.prompt_id || ':' || version.id, jsonb_build_object('title', version.title, 'is_show', is_approved))
  on conflict do nothing;
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

-- Shown prompts that say nearly the same: pairs of letters in common, of all pairs (0 to 1), in any script. Members only.
create function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  pairs integer[] := private.letter_pairs(private.search_form(left(find_similar_prompts.title || e'\n' || find_similar_prompts.prompt, 20000)));
  rare integer[];
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  -- Pairs that few texts have find their likes soonest; without statistics any will do.
  rare := array(
    select p.element from unnest(pairs) as p (element)
    left join (
      select k.element, k.frequency from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) as k (element, frequency)
      where s.schemaname = 'private' and s.tablename = 'prompt_search_full' and k.element is not null
    ) known using (element) order by known.frequency nulls first, p.element limit 16);
  return query
    with candidate as (
      select s.prompt_id from unnest(rare) as r (element) cross join lateral (
        select t.prompt_id from private.prompt_search t where private.letter_pairs(t.full_text) @> array[r.element] limit 500) s
      group by s.prompt_id order by count(*) desc limit 40
    ), measured as (
      select p.id, p.title, private.letter_pairs(private.search_form(left(p.title || e'\n' || p.prompt, 20000))) as other
      from candidate c join public.prompt p on p.id = c.prompt_id where p.id is distinct from find_similar_prompts.except_id
    ), scored as (
      select m.id, m.title, (common.count::real / greatest(cardinality(pairs) + cardinality(m.other) - common.count, 1)::real) as score
      from measured m cross join lateral (
        select count(*) as count from unnest(m.other) as o (element) where o.element = any (pairs)) common
    )
    select s.id, s.title, s.score from scored s where s.score >= 0.5 order by s.score desc, s.id limit 5;
end;
$$;

revoke all on public.prompt_version from anon, authenticated;
grant select on public.prompt_version to authenticated;
alter table public.prompt_version enable row level security;
create policy "blocked members have no versions" on public.prompt_version as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "authors see the versions of their prompts" on public.prompt_version
  for select to authenticated using (exists (select from public.prompt p where p.id = prompt_id and p.user_id = (select auth.uid())));

grant insert (review_status), update (review_status) on public.prompt to authenticated;
grant delete on public.prompt to authenticated;
drop policy "members register prompts as themselves" on public.prompt;
create policy "members register prompts as themselves" on public.prompt
  for insert to authenticated with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));
drop policy "authors change their unshown prompts" on public.prompt;
create policy "authors change their unshown prompts" on public.prompt
  for update to authenticated using (user_id = (select auth.uid()) and not is_show)
  with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));
create policy "authors delete their prompts" on public.prompt
  for delete to authenticated using (user_id = (select auth.uid()));
grant execute on function public.edit_prompt(bigint, jsonb, boolean), public.hide_prompt(bigint, boolean),
  public.find_similar_prompts(text, text, bigint) to authenticated;
