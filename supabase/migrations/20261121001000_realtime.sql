-- What members hear of at once: their balance in the header and their alarms. Row level security and column grants of the
-- two tables decide who hears of which row, as they do for queries.

-- Hosted Supabase and local-backend begin with this publication.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime add table public.user_usage, public.user_alarm;
