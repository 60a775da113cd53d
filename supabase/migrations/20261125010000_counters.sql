-- A count is not undone by an answer that is refused after it.

create function private.require_lasting_count() returns void
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  if headers ->> 'accept' ~* 'vnd\.pgrst\.object' or headers ->> 'prefer' ~* 'tx=rollback|max-affected' then
    perform private.raise_app_error('invalid_request');
  end if;
end;
$$;

create or replace function private.count_use(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  select private.require_lasting_count();
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

create or replace function private.count_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  window_start constant timestamptz := clock_timestamp() - interval '5 minutes';
  caller_key constant text := coalesce('member:' || member, private.visitor_key(0));
begin
  perform private.require_lasting_count();
  if random() < 0.01 then
    delete from private.search_call c where c.ctid in (
      select o.ctid from private.search_call o where o.called_at < window_start limit 1000 for update skip locked);
  end if;
  if (select count(*) from private.search_call c where c.caller = caller_key and c.called_at > window_start)
    >= (case when member is null then 600 else 300 end) then perform private.raise_app_error('too_many_requests'); end if;
  insert into private.search_call (caller) values (caller_key);
end;
$$;
