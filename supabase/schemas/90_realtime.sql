-- The live events of an open page: the member's balance and alarms. Row level security decides who gets which row.

-- Hosted Supabase and local-backend start with this publication.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime add table public.user_usage, public.user_alarm;
