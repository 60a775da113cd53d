-- Undoes `remove_thumbnail`: the picture comes back from the newest version that has one; the text stays as it was edited since.
create function public.put_back_thumbnail(tool_use_id bigint) returns text
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  kept text;
begin
  own := private.lock_own_text(put_back_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if own.thumbnail is not null then return own.thumbnail; end if;
  select v.thumbnail into kept from public.tool_use_version v
    where v.tool_use_id = own.id and v.thumbnail is not null order by v.number desc limit 1;
  if kept is null then perform private.refuse('not_found'); end if;
  update public.tool_use t set thumbnail = kept where t.id = own.id;
  return kept;
end;
$$;

grant execute on function public.put_back_thumbnail(bigint) to authenticated;
