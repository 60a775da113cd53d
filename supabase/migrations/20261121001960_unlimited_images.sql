-- Pro and Team make as many images as they like (T19, B06): what asks for images holds none of their credits, whoever calls.
create or replace function private.hold_usage(spender uuid, tokens bigint, images bigint, cause text, lease_seconds integer) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
begin
  if tokens < 0 or images < 0 then perform private.refuse('invalid_request'); end if;
  select * into usage from public.user_usage where id = spender for update;
  if not found then perform private.refuse('user_or_usage_failed'); end if;
  if usage.plan in ('pro', 'team') then images := 0; end if;
  if exists (select from private.usage_hold h where h.spender_id = spender) then
    perform private.refuse('request_in_progress');
  end if;
  select coalesce(sum(h.token), 0) as token, coalesce(sum(h.image), 0) as image into held
    from private.usage_hold h where h.user_id = usage.id;
  if usage.token + usage.payment_token - held.token < tokens then perform private.refuse('no_tokens'); end if;
  if usage.image + usage.payment_image - held.image < images then perform private.refuse('no_image_credits'); end if;
  insert into private.usage_hold (cause, user_id, spender_id, token, image, lease_until)
  values (cause, usage.id, spender, tokens, images, now() + make_interval(secs => lease_seconds));
end;
$$;
