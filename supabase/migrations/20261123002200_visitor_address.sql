-- Visitors are told apart by an address that they cannot choose, in each deployment, and an IPv6 line counts once.

alter table private.visitor_secret add column proxy_hash bytea;
comment on column private.visitor_secret.proxy_hash is 'SHA-256 of PROXY_SECRET, written at the start of the product. Calls with that secret name their visitor themselves.';

-- Called at the start of the product.
create function private.trust_proxy_secret(secret_hash bytea) returns void
language sql security definer set search_path = '' as $$
  update private.visitor_secret set proxy_hash = secret_hash where proxy_hash is distinct from secret_hash
$$;
revoke execute on function private.trust_proxy_secret(bytea) from public;

-- Where a call comes from. Pages that our own server renders name their visitor and prove it. On hosted Supabase the first entry of
-- x-forwarded-for is whatever the caller sent, and cf-connecting-ip is Cloudflare's own
-- (https://github.com/orgs/supabase/discussions/34647; not tried on a hosted project: UNCONFIRMED). local-backend hides that header and the
-- secret, and writes x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select btrim(case
    when sha256(convert_to(h.all ->> 'x-proxy-secret', 'UTF8')) = s.proxy_hash then h.all ->> 'x-visitor-address'
    else coalesce(h.all ->> 'cf-connecting-ip', (string_to_array(h.all ->> 'x-forwarded-for', ','))[
      cardinality(string_to_array(h.all ->> 'x-forwarded-for', ','))])
  end)
  from private.visitor_secret s, (select nullif(current_setting('request.headers', true), '')::jsonb as all) h
$$;

-- What is counted: an IPv4 address, or the /64 of an IPv6 one, all of which one line has.
create function private.caller_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := regexp_replace(private.caller_address(), '^::ffff:(\d+\.)', '\1', 'i');
begin
  return case when family(address::inet) = 6 then host(network(set_masklen(address::inet, 64))) else host(address::inet) end;
exception when invalid_text_representation then
  return address;
end;
$$;

create or replace function private.visitor_hash(purpose text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(s.secret || convert_to(purpose || ':' || current_date || ':' || coalesce(private.caller_network(), ''), 'UTF8')), 'hex')
  from private.visitor_secret s
$$;
