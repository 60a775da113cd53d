-- Writing notices and articles in the console over a line that breaks: the same save, asked again, is one save.

-- Null when it is not there.
create or replace function public.operator_read_publication(kind text, publication_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_row jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  execute format('select to_jsonb(p) from public.%I p where p.id = $1', kind) into found_row using publication_id;
  return private.describe_publication(found_row);
end;
$$;

-- What who writes a publication reads of it; the last two only notices have.
create function private.describe_publication(fields jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(f.key, f.value)
    || jsonb_build_object('is_shown', coalesce((fields ->> 'published_at')::timestamptz <= now(), false))
  from jsonb_each(fields) f
  where f.key in ('id', 'key', 'type', 'title_ko', 'title_en', 'summary_ko', 'summary_en', 'content_ko', 'content_en',
    'published_at', 'updated_at', 'revision', 'is_important', 'announced_at')
$$;

-- What this save left when it was asked for before: the caller's own newest act, with the same words and the same time. Null otherwise.
create function private.find_repeated_save(kind text, act text, stored jsonb, content jsonb, publish text) returns jsonb
language sql set search_path = '' as $$
  select jsonb_build_object('id', stored -> 'id', 'revision', stored -> 'revision', 'published_at', stored -> 'published_at')
  from (select (stored ->> 'published_at')::timestamptz as at) s
  where private.is_repeated(act, stored ->> 'id', null)
    and stored @> (content - 'key' - case when kind = 'notice' then '' else 'is_important' end)
    and case publish when 'draft' then s.at is null when 'now' then s.at <= now() else s.at = publish::timestamptz end
$$;

-- As before (operator_publications), and: content ->> 'key' is made with the form, so that a new one that is asked for again is the same one,
-- and what was typed since is a change of it; a time for it lies ahead, since what has passed is no schedule.
create or replace function public.operator_save_publication(
  kind text, content jsonb, publish text, publication_id bigint default null, base_revision integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made_key constant text := coalesce(content ->> 'key', 'console-' || left(replace(gen_random_uuid()::text, '-', ''), 12));
  target bigint := publication_id;
  base integer := base_revision;
  stored jsonb;
  act text;
  repeated jsonb;
  saved record;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') or (target is not null and base is null) then
    perform private.refuse('invalid_request');
  end if;
  if made_key !~ '^console-[0-9a-f]{12}$' then perform private.refuse('invalid_field'); end if;
  act := kind || case when target is null then '_create' else '_change' end;
  if target is null then
    perform pg_advisory_xact_lock(hashtextextended('publication:' || made_key, 0));
    execute format('select to_jsonb(p) from public.%I p where p.key = $1 for update', kind) into stored using made_key;
    if stored is not null then
      repeated := private.find_repeated_save(kind, act, stored, content, publish);
      if repeated is not null then return repeated; end if;
      target := stored ->> 'id';
      base := 0;
      act := kind || '_change';
    end if;
  else
    execute format('select to_jsonb(p) from public.%I p where p.id = $1 for update', kind) into stored using target;
    if (stored ->> 'revision')::integer = base + 1 then
      repeated := private.find_repeated_save(kind, act, stored, content, publish);
      if repeated is not null then return repeated; end if;
    end if;
  end if;
  if publish ~ '^\d{4}-' and publish::timestamptz <= now() then perform private.refuse('invalid_field'); end if;
  select * into saved from private.save_publication(kind, target, content || jsonb_build_object('key', made_key), publish, base);
  perform private.log_act(act, saved.id::text, null, jsonb_build_object('published_at', saved.published_at));
  return to_jsonb(saved);
exception
  when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow then
    raise exception using errcode = 'P0001', message = 'invalid_field';
end;
$$;

create or replace function public.operator_delete_publication(kind text, publication_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  execute format('delete from public.%I p where p.id = $1 and p.published_at is null returning jsonb_build_object(''title_ko'', p.title_ko)', kind)
    into gone using publication_id;
  if gone is null then
    if private.is_repeated(kind || '_delete', publication_id::text, null) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act(kind || '_delete', publication_id::text, null, gone);
end;
$$;
