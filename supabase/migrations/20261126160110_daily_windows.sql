-- Windows of a day were swept after an hour.
-- Counts one use. False above the window's limit.
create or replace function private.count_use(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  select private.require_lasting_count();
  with swept as (
    delete from private.use_count c
    where random() < 0.02 and c.window_started_at < now() - interval '1 day' and c.key <> p_key
  )
  insert into private.use_count as c (key) values (p_key)
  on conflict (key) do update set
    count = case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then 1 else c.count + 1 end,
    window_started_at =
      case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then now() else c.window_started_at end
  returning c.count <= p_max;
$$;
