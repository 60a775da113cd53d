-- Notices and articles in both languages, written by operators as a draft or published at a time.

create table public.notice (
  id bigint generated always as identity primary key,
  key text not null unique,
  type text not null,
  title_ko text not null,
  title_en text not null,
  summary_ko text not null,
  summary_en text not null,
  content_ko text not null,
  content_en text not null,
  is_important boolean not null default false,
  announced_at timestamptz,
  emailed_until uuid,
  emailed_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 0,
  constraint notice_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint notice_type_known check (type in ('info', 'update', 'event')),
  constraint notice_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  constraint notice_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en))
);
comment on table public.notice is
  'News about the product. key names its file, so that publishing again changes it; published_at is null for a draft and may lie ahead.';
comment on column public.notice.announced_at is 'From when on members get its alarm, when they next open a page: important notices only.';
comment on column public.notice.revision is 'Counts what operators changed, so that a save can name what it stands on.';
create index notice_list on public.notice (published_at desc, id desc);
comment on column public.notice.emailed_until is 'The last member, by id, whose e-mail of it was written; emailed_at says that all were.';
create index notice_to_announce on public.notice (id) where is_important and emailed_at is null;
create index notice_announced on public.notice (announced_at) where is_important;
alter table public.notice enable row level security;
grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, is_important, published_at, updated_at) on
  public.notice to anon, authenticated;
create policy "everybody reads notices whose time has come" on public.notice
  for select to anon, authenticated using (published_at <= now());
create trigger notice_touch before update on public.notice
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();

create table public.article (
  id bigint generated always as identity primary key,
  key text not null unique,
  type text not null,
  title_ko text not null,
  title_en text not null,
  summary_ko text not null,
  summary_en text not null,
  content_ko text not null,
  content_en text not null,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 0,
  constraint article_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint article_type_known check (type in ('info', 'tip', 'news')),
  constraint article_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  constraint article_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en))
);
comment on table public.article is 'What is worth knowing about writing with AI; the same rules as notice.';
comment on column public.article.revision is 'Counts what operators changed, so that a save can name what it stands on.';
create index article_list on public.article (published_at desc, id desc);
alter table public.article enable row level security;
grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at, updated_at) on public.article to
  anon, authenticated;
create policy "everybody reads articles whose time has come" on public.article
  for select to anon, authenticated using (published_at <= now());
create trigger article_touch before update on public.article
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();

create table private.notice_receipt (
  user_id uuid primary key references public."user" (id) on delete cascade,
  received_until timestamptz not null
);
comment on table private.notice_receipt is 'Up to when a member has got the alarms of important notices.';
alter table private.notice_receipt enable row level security;

-- Writes the caller's alarms of important notices since the last call; called when a page counts alarms. Most members
-- do not visit in a given week, so notices are not written for every member at once.
create function public.receive_notices() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  newest timestamptz;
  since timestamptz;
begin
  select max(n.announced_at) into newest from public.notice n where n.is_important;
  if newest is null or not private.may_use_service() then return; end if;
  select coalesce(r.received_until, u.created_at) into since
    from public."user" u left join private.notice_receipt r on r.user_id = u.id where u.id = me;
  if newest <= since then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
    select me, 'notice', n.id::text, jsonb_build_object('ko', n.title_ko, 'en', n.title_en, 'path', '/notice/detail/' || n.id)
    from public.notice n where n.is_important and n.announced_at > since and n.published_at <= now() order by n.announced_at
    on conflict on constraint user_alarm_once do nothing;
  insert into private.notice_receipt as r (user_id, received_until) values (me, newest)
    on conflict on constraint notice_receipt_pkey do update set received_until = greatest(r.received_until, excluded.received_until);
end;
$$;
comment on function public.receive_notices() is 'Makes alarms of important notices that the caller has not got yet.';
grant execute on function public.receive_notices() to authenticated;

create index user_news on public."user" (id) where is_email_reception;

-- Announces important notices whose time has come, and writes their e-mails, at most `batch` of each. @returns the
-- number of written e-mails
create function private.announce_notices(batch integer default 5000) returns integer
language plpgsql set search_path = '' as $$
declare
  due public.notice;
  last uuid;
  read integer;
  written integer := 0;
begin
  update public.notice n set announced_at = now() where n.is_important and n.announced_at is null and n.published_at <= now();
  for due in
    select * from public.notice n where n.is_important and n.emailed_at is null and n.announced_at is not null order by n.id for update skip locked
  loop
    with readers as (
      select u.id, u.email from public."user" u
      where u.is_email_reception and u.email is not null and u.is_active and not u.is_block and (due.emailed_until is null or u.id > due.emailed_until)
      order by u.id limit batch
    ), emails as (
      insert into private.email_outbox (kind, idempotency_key, user_id, recipient, language, expires_at, payload)
      select 'notice', 'notice:' || due.id || ':' || r.id, r.id, r.email, l.language, now() + interval '3 days',
        jsonb_build_object('id', due.id, 'type', due.type, 'member', r.id,
          'title', case l.language when 'en' then due.title_en else due.title_ko end,
          'summary', case l.language when 'en' then due.summary_en else due.summary_ko end)
      from readers r cross join lateral (
        select coalesce((select n.language from private.news_reader n where n.user_id = r.id), 'ko') as language) l
      on conflict on constraint email_outbox_idempotency_key_key do nothing
    )
    select count(*), (array_agg(r.id order by r.id desc))[1] into read, last from readers r;
    update public.notice n set emailed_until = coalesce(last, n.emailed_until), emailed_at = case when read < batch then now() end where n.id = due.id;
    written := written + read;
  end loop;
  return written;
end;
$$;

-- Writes a notice or an article: a new one without a number. `publish` is draft, now (an earlier time stays) or a time.
-- base_revision is the revision that the caller had read; null overwrites any.
create function private.save_publication(kind text, publication_id bigint, content jsonb, publish text, base_revision integer)
returns table (id bigint, revision integer, published_at timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  is_notice constant boolean := kind = 'notice';
  before record;
  wanted_at timestamptz;
begin
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  if publication_id is not null then
    execute format('select p.published_at, p.revision from public.%I p where p.id = $1 for update', kind)
      into before using publication_id;
    if before.revision is null then perform private.raise_app_error('not_found'); end if;
    if base_revision is not null and before.revision <> base_revision then perform private.raise_app_error('edit_conflict'); end if;
  end if;
  if publish = 'now' then
    wanted_at := now();
    if publication_id is not null then wanted_at := least(before.published_at, now()); end if;
  elsif publish ~ '^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$' then
    wanted_at := publish::timestamptz;
  elsif publish is distinct from 'draft' then
    perform private.raise_app_error('invalid_field');
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

-- The newest first, optionally of one state: draft, scheduled or shown.
create function public.operator_list_publications(kind text, state text default null, before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_lines jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
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
grant execute on function public.operator_list_publications(text, text, bigint) to authenticated;

-- Null when it does not exist.
create function public.operator_read_publication(kind text, publication_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_row jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  execute format('select to_jsonb(p) from public.%I p where p.id = $1', kind) into found_row using publication_id;
  return private.describe_publication(found_row);
end;
$$;
grant execute on function public.operator_read_publication(text, bigint) to authenticated;

-- Saves a notice or an article. content ->> 'key' is made with the form, so that a repeated request for a new one updates the same row. A
-- scheduled time must lie in the future.
create function public.operator_save_publication(
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
    perform private.raise_app_error('invalid_request');
  end if;
  if made_key !~ '^console-[0-9a-f]{12}$' then perform private.raise_app_error('invalid_field'); end if;
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
  if publish ~ '^\d{4}-' and publish::timestamptz <= now() then perform private.raise_app_error('invalid_field'); end if;
  select * into saved from private.save_publication(kind, target, content || jsonb_build_object('key', made_key), publish, base);
  perform private.log_act(act, saved.id::text, null, jsonb_build_object('published_at', saved.published_at));
  return to_jsonb(saved);
exception
  when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow then
    raise exception using errcode = 'P0001', message = 'invalid_field';
end;
$$;
grant execute on function public.operator_save_publication(text, jsonb, text, bigint, integer) to authenticated;

create function public.operator_delete_publication(kind text, publication_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  execute format('delete from public.%I p where p.id = $1 and p.published_at is null returning jsonb_build_object(''title_ko'', p.title_ko)', kind)
    into gone using publication_id;
  if gone is null then
    if private.is_repeated(kind || '_delete', publication_id::text, null) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(kind || '_delete', publication_id::text, null, gone);
end;
$$;
grant execute on function public.operator_delete_publication(text, bigint) to authenticated;

-- The fields of a publication for its editors; only notices have the last two.
create function private.describe_publication(fields jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(f.key, f.value)
    || jsonb_build_object('is_shown', coalesce((fields ->> 'published_at')::timestamptz <= now(), false))
  from jsonb_each(fields) f
  where f.key in ('id', 'key', 'type', 'title_ko', 'title_en', 'summary_ko', 'summary_en', 'content_ko', 'content_en',
    'published_at', 'updated_at', 'revision', 'is_important', 'announced_at')
$$;

-- The result of this save when it is a repeat: the caller's own newest act, with the same content and the same time.
-- Null otherwise.
create function private.find_repeated_save(kind text, act text, stored jsonb, content jsonb, publish text) returns jsonb
language sql set search_path = '' as $$
  select jsonb_build_object('id', stored -> 'id', 'revision', stored -> 'revision', 'published_at', stored -> 'published_at')
  from (select (stored ->> 'published_at')::timestamptz as at) s
  where private.is_repeated(act, stored ->> 'id', null)
    and stored @> (content - 'key' - case when kind = 'notice' then '' else 'is_important' end)
    and case publish when 'draft' then s.at is null when 'now' then s.at <= now() else s.at = publish::timestamptz end
$$;
