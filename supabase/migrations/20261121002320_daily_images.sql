-- Images of a day: plans without a limit on images have one on what a provider can be asked to make.

alter table private.daily_use
  add column images integer not null default 0,
  add constraint daily_use_images_not_negative check (images >= 0);
comment on column private.daily_use.images is 'Images that runs of the day set out to make, whether or not they came to be: they may have cost the site.';

drop function private.count_run_of_day(uuid, bigint, integer, bigint, bigint, bigint);
create function private.count_run_of_day(
  spender uuid, ceiling bigint, images integer, member_runs integer, member_tokens bigint, member_images integer,
  site_runs bigint, site_tokens bigint, site_images bigint
) returns text
language plpgsql set search_path = '' as $$
declare
  today date := private.korean_day();
  mine private.daily_use;
  site record;
begin
  if random() < 0.01 then
    delete from private.daily_use d where d.ctid in (
      select o.ctid from private.daily_use o where o.day < today - 7 limit 1000 for update skip locked);
  end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, 'member:' || spender, 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images returning d.* into mine;
  if mine.runs > member_runs or mine.tokens + ceiling > member_tokens then return 'member'; end if;
  -- A day's images close what asks for more of them, nothing else.
  if count_run_of_day.images > 0 and mine.images > member_images then return 'member'; end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, private.site_share(spender), 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images;
  select sum(d.runs) as runs, sum(d.tokens) as tokens, sum(d.images) as images into site from private.daily_use d
    where d.day = today and d.key >= 'site:' and d.key < 'site;';
  if site.runs > site_runs or site.tokens + ceiling > site_tokens then return 'site'; end if;
  if count_run_of_day.images > 0 and site.images > site_images then return 'site'; end if;
  return null;
end;
$$;
