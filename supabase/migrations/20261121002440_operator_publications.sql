-- Notices and articles written in the console. A draft may have gaps; what is published, or is to be, has none. One function writes them,
-- from the console as from a file.

alter table public.notice add column revision integer not null default 0,
  drop constraint notice_titles_length, drop constraint notice_summaries_length, drop constraint notice_contents_length,
  add constraint notice_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  add constraint notice_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en));
alter table public.article add column revision integer not null default 0,
  drop constraint article_titles_length, drop constraint article_summaries_length, drop constraint article_contents_length,
  add constraint article_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  add constraint article_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en));
comment on column public.notice.revision is 'Counts what operators changed, so that a save can name what it stands on.';
comment on column public.article.revision is 'Counts what operators changed, so that a save can name what it stands on.';

-- Writes a notice or an article: a new one without a number. `publish` is draft, now (an earlier time stays) or a time.
-- base_revision is what the caller had read; null writes over whatever there is.
create function private.save_publication(kind text, publication_id bigint, content jsonb, publish text, base_revision integer)
returns table (id bigint, revision integer, published_at timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  is_notice constant boolean := kind = 'notice';
  before record;
  wanted_at timestamptz;
begin
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  if publication_id is not null then
    execute format('select p.published_at, p.revision from public.%I p where p.id = $1 for update', kind)
      into before using publication_id;
    if before.revision is null then perform private.refuse('not_found'); end if;
    if base_revision is not null and before.revision <> base_revision then perform private.refuse('edit_conflict'); end if;
  end if;
  if publish = 'now' then
    wanted_at := now();
    if publication_id is not null then wanted_at := least(before.published_at, now()); end if;
  elsif publish ~ '^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$' then
    wanted_at := publish::timestamptz;
  elsif publish is distinct from 'draft' then
    perform private.refuse('invalid_field');
  end if;
  if publication_id is null then
    return query execute format(
      'insert into public.%1$I (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at, updated_at %2$s)
       values ($1 ->> ''key'', $1 ->> ''type'', $1 ->> ''title_ko'', $1 ->> ''title_en'', $1 ->> ''summary_ko'', $1 ->> ''summary_en'',
         $1 ->> ''content_ko'', $1 ->> ''content_en'', $2, least(now(), $2) %3$s) returning id, revision, published_at',
      kind, case when is_notice then ', is_important' else '' end,
      case when is_notice then ', coalesce(($1 ->> ''is_important'')::boolean, false)' else '' end)
      using content, wanted_at;
  else
    return query execute format(
      'update public.%1$I p set type = $1 ->> ''type'', title_ko = $1 ->> ''title_ko'', title_en = $1 ->> ''title_en'',
         summary_ko = $1 ->> ''summary_ko'', summary_en = $1 ->> ''summary_en'', content_ko = $1 ->> ''content_ko'',
         content_en = $1 ->> ''content_en'', published_at = $2, revision = p.revision + 1 %2$s
       where p.id = $3 returning p.id, p.revision, p.published_at',
      kind, case when is_notice then ', is_important = coalesce(($1 ->> ''is_important'')::boolean, false)' else '' end)
      using content, wanted_at, publication_id;
  end if;
end;
$$;

-- The newest first, of one state when one is asked for: draft, scheduled or shown.
create function public.operator_list_publications(kind text, state text default null, before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_lines jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), ''[]'') from (
       select p.id, p.type, p.title_ko, p.title_en, p.published_at, p.updated_at, coalesce(p.published_at <= now(), false) as is_shown
       from public.%I p
       where ($2 is null or p.id < $2) and case $1
         when ''draft'' then p.published_at is null
         when ''scheduled'' then p.published_at > now()
         when ''shown'' then p.published_at <= now()
         else true end
       order by p.id desc limit 31) l', kind)
    into found_lines using state, before_id;
  return found_lines;
end;
$$;

-- Null when it is not there.
create function public.operator_read_publication(kind text, publication_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_row jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  execute format('select to_jsonb(p) || jsonb_build_object(''is_shown'', coalesce(p.published_at <= now(), false)) from public.%I p where p.id = $1', kind) into found_row using publication_id;
  return found_row;
end;
$$;

create function public.operator_save_publication(
  kind text, content jsonb, publish text, publication_id bigint default null, base_revision integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  saved record;
begin
  perform private.require_operator();
  if publication_id is not null and base_revision is null then perform private.refuse('invalid_request'); end if;
  -- The console has no file whose name would be the key.
  select * into saved from private.save_publication(kind, publication_id,
    content || jsonb_build_object('key', 'console-' || left(replace(gen_random_uuid()::text, '-', ''), 12)), publish, base_revision);
  perform private.log_act(kind || case when publication_id is null then '_create' else '_change' end, saved.id::text, null,
    jsonb_build_object('published_at', saved.published_at));
  return to_jsonb(saved);
exception
  when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow then
    raise exception using errcode = 'P0001', message = 'invalid_field';
end;
$$;

-- Drafts only: what was published is taken back first.
create function public.operator_delete_publication(kind text, publication_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.refuse('invalid_request'); end if;
  execute format('delete from public.%I p where p.id = $1 and p.published_at is null returning jsonb_build_object(''title_ko'', p.title_ko)', kind)
    into gone using publication_id;
  if gone is null then perform private.refuse('not_found'); end if;
  perform private.log_act(kind || '_delete', publication_id::text, null, gone);
end;
$$;

grant execute on function public.operator_list_publications(text, text, bigint), public.operator_read_publication(text, bigint),
  public.operator_save_publication(text, jsonb, text, bigint, integer), public.operator_delete_publication(text, bigint) to authenticated;
