-- What can be counted of a member's manner is stored with the tone, so that a text can be compared with it.
alter table public.user_tone add column manner jsonb,
  add constraint user_tone_manner_size check (pg_column_size(manner) <= 2000);
comment on column public.user_tone.manner is 'What could be counted in the posts (shared/manner.ts); null for a tone that was learned before it was counted.';
alter table public.tone_analysis add column manner jsonb,
  add constraint tone_analysis_manner_size check (pg_column_size(manner) <= 2000);

create or replace function private.end_tone_analysis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'done' then
    update public.user_tone t set status = case
        when t.result is not null then 'created'
        when new.status = 'stopped' then 'none'
        else 'failed' end
      where t.id = new.user_id;
    return null;
  end if;
  update public.user_tone t set status = 'created', title = new.title, description = new.description, icon = new.icon, result = new.result, manner = new.manner,
      created_at = case when t.result is null then now() else t.created_at end
    where t.id = new.user_id;
  insert into public.user_alarm (user_id, kind, source_id, data)
    values (new.user_id, 'custom_tone', new.id::text, jsonb_build_object('title', new.title))
    on conflict on constraint user_alarm_once do nothing;
  return null;
end;
$$;
