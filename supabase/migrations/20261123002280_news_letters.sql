-- Important notices go by e-mail too to whoever asked for it in the settings (R12): a setting that nothing read until now.

create table private.news_reader (
  user_id uuid not null references public."user" (id) on delete cascade,
  language text not null,
  constraint news_reader_pkey primary key (user_id),
  constraint news_reader_language_known check (language in ('ko', 'en'))
);
comment on table private.news_reader is 'In which language somebody asked for news by e-mail. Whether they still want it says user.is_email_reception.';
alter table private.news_reader enable row level security;

alter table private.payment_letter drop constraint payment_letter_kind_known;
alter table private.payment_letter add constraint payment_letter_kind_known
  check (kind in ('receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice'));

-- As before (publications), with a letter to each member who wants one.
create or replace function private.announce_notices() returns integer
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
    insert into private.payment_letter (user_id, kind, source_id, address, language, data)
    select u.id, 'notice', due.id || ':' || u.id, u.email, r.language,
      jsonb_build_object('id', due.id, 'type', due.type, 'member', u.id,
        'title', case r.language when 'en' then due.title_en else due.title_ko end,
        'summary', case r.language when 'en' then due.summary_en else due.summary_ko end)
    from public."user" u cross join lateral (
      select coalesce((select n.language from private.news_reader n where n.user_id = u.id), 'ko') as language) r
    where u.is_active and not u.is_block and u.is_email_reception and u.email is not null
    on conflict on constraint payment_letter_once do nothing;
    update public.notice n set announced_at = now() where n.id = due.id;
    announced := announced + 1;
  end loop;
  return announced;
end;
$$;
