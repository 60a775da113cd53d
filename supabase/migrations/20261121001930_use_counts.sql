-- The counter of links, now of everything that may be done only so often: it takes the name of what it does.

alter table private.link_count rename to use_count;
alter index private.link_count_window rename to use_count_window;
comment on table private.use_count is
  'How often something was done in a fixed window, for all processes together. Keys say what and by whom: member:id and host:name read links, keyword:id looks keywords up, contact:id or a keyed hash of an address asks us.';

drop function private.count_link_read(text, integer, integer);

-- Counts one use. False when the window's limit is passed.
create function private.count_use(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  with swept as (
    delete from private.use_count c
    where random() < 0.02 and c.window_started_at < now() - interval '1 hour' and c.key <> p_key
  )
  insert into private.use_count as c (key) values (p_key)
  on conflict (key) do update set
    count = case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then 1 else c.count + 1 end,
    window_started_at =
      case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then now() else c.window_started_at end
  returning c.count <= p_max;
$$;
