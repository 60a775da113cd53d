-- What we publish: notices and articles, each in both languages. Written by operators; everybody reads what its time has come for.

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
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notice_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint notice_type_known check (type in ('info', 'update', 'event')),
  constraint notice_titles_length check (char_length(title_ko) between 1 and 100 and char_length(title_en) between 1 and 150),
  constraint notice_summaries_length check (char_length(summary_ko) between 1 and 300 and char_length(summary_en) between 1 and 400),
  constraint notice_contents_length check (char_length(content_ko) between 1 and 50000 and char_length(content_en) between 1 and 50000)
);
comment on table public.notice is
  'News about the product. key names its file, so that publishing again changes it; published_at is null for a draft and may lie ahead.';
comment on column public.notice.announced_at is 'When every member got an alarm of it: important notices only, once.';

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
  constraint article_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint article_type_known check (type in ('info', 'tip', 'news')),
  constraint article_titles_length check (char_length(title_ko) between 1 and 100 and char_length(title_en) between 1 and 150),
  constraint article_summaries_length check (char_length(summary_ko) between 1 and 300 and char_length(summary_en) between 1 and 400),
  constraint article_contents_length check (char_length(content_ko) between 1 and 50000 and char_length(content_en) between 1 and 50000)
);
comment on table public.article is 'What is worth knowing about writing with AI; the same rules as notice.';

create index notice_list on public.notice (published_at desc, id desc);
create index article_list on public.article (published_at desc, id desc);
create index notice_to_announce on public.notice (id) where is_important and announced_at is null;

create trigger notice_touch before update on public.notice
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();
create trigger article_touch before update on public.article
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();

-- Tells every member of important notices whose time has come, each once. Returns how many notices.
create function private.announce_notices() returns integer
language plpgsql set search_path = '' as $$
declare
  due public.notice;
  announced integer := 0;
begin
  for due in
    select * from public.notice n where n.is_important and n.announced_at is null and n.published_at <= now()
    order by n.id for update skip locked
  loop
    insert into public.user_alarm (user_id, kind, source_id, data)
    select u.id, 'notice', due.id::text,
      jsonb_build_object('ko', due.title_ko, 'en', due.title_en, 'path', '/notice/detail/' || due.id)
    from public."user" u where u.is_active and not u.is_block
    on conflict do nothing;
    update public.notice n set announced_at = now() where n.id = due.id;
    announced := announced + 1;
  end loop;
  return announced;
end;
$$;

revoke all on public.notice, public.article from anon, authenticated;
grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, is_important, published_at, updated_at)
  on public.notice to anon, authenticated;
grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at, updated_at)
  on public.article to anon, authenticated;
alter table public.notice enable row level security;
alter table public.article enable row level security;
create policy "everybody reads notices whose time has come" on public.notice
  for select to anon, authenticated using (published_at <= now());
create policy "everybody reads articles whose time has come" on public.article
  for select to anon, authenticated using (published_at <= now());
