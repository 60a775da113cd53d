-- Closing a question without an answer and opening it again are one act in two directions.
drop function public.operator_close_question(bigint);
drop function public.operator_reopen_question(bigint);

create function public.operator_close_question(question_id bigint, is_closed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  act text := case when is_closed then 'question_close' else 'question_reopen' end;
begin
  perform private.require_operator();
  update public.contact c set closed_at = case when is_closed then now() end
    where c.id = question_id and (c.closed_at is null) = is_closed and (c.answered_at is null or not is_closed);
  if not found then
    if private.is_repeated(act, question_id::text, null) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act(act, c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;
grant execute on function public.operator_close_question(bigint, boolean) to authenticated;
