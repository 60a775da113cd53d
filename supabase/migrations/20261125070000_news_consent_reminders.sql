-- Members who get news are reminded of their consent every two years.

alter table private.email_outbox drop constraint email_outbox_kind_known;
alter table private.email_outbox add constraint email_outbox_kind_known check (kind in (
  'receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice', 'email_code', 'email_changed', 'answer',
  'invitation', 'team_invitation', 'news_consent'));

alter table private.news_reader add column reminded_at timestamptz;
comment on column private.news_reader.reminded_at is 'When an e-mail last named the date of the consent, as 정보통신망법 제50조의8 asks every two years.';

-- Reminds members of their consent to news, two years after it and every two years again (정보통신망법 제50조의8,
-- 시행령 제62조의3). @returns the number of written e-mails
create function private.remind_news_consents(batch integer default 1000) returns integer
language plpgsql set search_path = '' as $$
declare
  written integer;
begin
  with due as (
    select u.id, u.email, c.id as consent_id, c.created_at as agreed_at
    from public."user" u
    cross join lateral (
      select * from public.user_consent c where c.user_id = u.id and c.kind = 'news' order by c.id desc limit 1) c
    left join private.news_reader n on n.user_id = u.id
    where u.is_email_reception and u.email is not null and u.is_active and not u.is_block
      and c.is_given and greatest(c.created_at, n.reminded_at) < now() - interval '2 years'
    order by u.id limit batch
  ), readers as (
    insert into private.news_reader as n (user_id, language, reminded_at)
    select d.id, 'ko', now() from due d
    on conflict on constraint news_reader_pkey do update set reminded_at = excluded.reminded_at
    returning n.user_id, n.language
  )
  select count(private.enqueue_email('news_consent', d.consent_id || ':' || (now() at time zone 'Asia/Seoul')::date, d.id, d.email, r.language,
    jsonb_build_object('member', d.id, 'agreed_at', d.agreed_at), interval '14 days')) into written
  from due d join readers r on r.user_id = d.id;
  return written;
end;
$$;
