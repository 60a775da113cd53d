-- How often the pages behind people's links are asked for, counted for all processes together: nobody floods a third site through us.

create table private.link_count (
  key text primary key,
  window_started_at timestamptz not null default now(),
  count integer not null default 1
);
comment on table private.link_count is 'Reads of links in a fixed window: one row per member (member:id) and per host (host:name).';
create index link_count_window on private.link_count (window_started_at);
alter table private.link_count enable row level security;

-- Counts one read. False when the window's limit is passed.
create function private.count_link_read(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  with swept as (
    delete from private.link_count c
    where random() < 0.02 and c.window_started_at < now() - interval '1 hour' and c.key <> p_key
  )
  insert into private.link_count as c (key) values (p_key)
  on conflict (key) do update set
    count = case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then 1 else c.count + 1 end,
    window_started_at =
      case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then now() else c.window_started_at end
  returning c.count <= p_max;
$$;
