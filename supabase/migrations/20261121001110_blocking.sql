-- A member who is blocked loses every session at once: live connections close, and no token is renewed.

create function private.end_sessions_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return new;
end;
$$;
create trigger user_block_ends_sessions after update of is_block on public."user"
  for each row when (new.is_block and not old.is_block) execute function private.end_sessions_of_blocked();
