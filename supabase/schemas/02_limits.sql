-- Counters and limits: uses in a window, runs and tokens of a day, and the keyed hash of visitors' addresses. An IPv6
-- visitor counts by /64. The hash is keyed, because all four billion IPv4 addresses can be tried in minutes.

create table private.use_count (
  key text primary key,
  window_started_at timestamptz not null default now(),
  count integer not null default 1
);
comment on table private.use_count is
  'How often something was done in a fixed window, for all processes together. Keys say what and by whom: member:id and host:name read links, keyword:id looks keywords up, contact:id or a keyed hash of an address asks us, inviter:id or a hash of an address looks a code up.';
alter table private.use_count enable row level security;

create index use_count_window on private.use_count (window_started_at);

create table private.daily_use (
  day date not null,
  key text not null,
  runs integer not null default 0,
  tokens bigint not null default 0,
  images integer not null default 0,
  primary key (day, key),
  constraint daily_use_not_negative check (runs >= 0 and tokens >= 0),
  constraint daily_use_images_not_negative check (images >= 0)
);
comment on table private.daily_use is
  'Runs begun and tokens charged on a day of Korea: one row per member (member:id) and sixteen for the site (site:n), so that members do not wait for each other.';
comment on column private.daily_use.images is 'Images that runs of the day set out to make, whether or not they came to be: they may have cost the site.';
alter table private.daily_use enable row level security;

-- A member always uses the same shard of the site's counter, so a transaction never locks two.
create function private.site_share(spender uuid) returns text
language sql immutable set search_path = '' as $$
  select 'site:' || (pg_catalog.hashtext(spender::text) & 15);
$$;

create function private.korean_day() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'Asia/Seoul')::date;
$$;

-- History rows are the charges.
create function private.count_tokens_of_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.daily_use as d (day, key, tokens)
  values (private.korean_day(), 'member:' || new.spender_id, -new.amount), (private.korean_day(), private.site_share(new.spender_id), -new.amount)
  on conflict (day, key) do update set tokens = d.tokens + excluded.tokens;
  return new;
end;
$$;

-- Refuses a request whose response PostgREST may refuse after the function ran: that would roll back the count
-- (decision 046).
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

-- Counts one use. False above the window's limit.
create function private.count_use(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  select private.require_lasting_count();
  with swept as (
    delete from private.use_count c
    where random() < 0.02 and c.window_started_at < now() - interval '1 day' and c.key <> p_key
  )
  insert into private.use_count as c (key) values (p_key)
  on conflict (key) do update set
    count = case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then 1 else c.count + 1 end,
    window_started_at =
      case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then now() else c.window_started_at end
  returning c.count <= p_max;
$$;

-- Calls to outside services whose provider, or whose own budget here, allows a number a day.
create table private.daily_call (
  day date not null default private.korean_day(),
  name text not null,
  calls integer not null default 1,
  primary key (day, name),
  constraint daily_call_name_form check (name ~ '^[a-z_]{1,30}$')
);
comment on table private.daily_call is 'One row per day of Korea and service: the calls of all processes. shared/daily-calls.ts has the limits.';
alter table private.daily_call enable row level security;

-- Counts one call. False, and not counted, above the day's limit; null as limit counts without one.
create function private.count_daily_call(p_name text, p_max integer) returns boolean
language sql set search_path = '' as $$
  with counted as (
    insert into private.daily_call as d (name) values (p_name)
    on conflict (day, name) do update set calls = d.calls + 1 where p_max is null or d.calls < p_max
    returning 1
  )
  select exists (select from counted)
$$;

create function private.lock_member(member uuid) returns void
language sql set search_path = '' as $$
  select from public."user" u where u.id = member for no key update
$$;
comment on function private.lock_member(uuid) is 'Whoever counts what a member made today comes one after the other. Rows that refer to the member do not wait.';

create table private.visitor_secret (
  is_only boolean primary key default true,
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  proxy_hash bytea,
  constraint visitor_secret_one check (is_only)
);
comment on table private.visitor_secret is 'The key of the hashes of visitors'' addresses. One row, made here; a new one only lets visitors count twice on that day.';
comment on column private.visitor_secret.proxy_hash is 'SHA-256 of PROXY_SECRET, written at the start of the product. Calls with that secret name their visitor themselves.';
alter table private.visitor_secret enable row level security;
insert into private.visitor_secret default values;

create function private.visitor_hash(purpose text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(s.secret || convert_to(purpose || ':' || current_date || ':' || coalesce(private.caller_network(), ''), 'UTF8')), 'hex')
  from private.visitor_secret s
$$;

create unlogged table private.search_call (
  caller text not null,
  called_at timestamptz not null default clock_timestamp()
);
comment on table private.search_call is 'Searches of prompts of the last minutes, by member or by hash of a visitor''s address.';
create index search_call_caller on private.search_call (caller, called_at);
create index search_call_time on private.search_call (called_at);
alter table private.search_call enable row level security;

-- Called when the product starts.
create function private.trust_proxy_secret(secret_hash bytea) returns void
language sql security definer set search_path = '' as $$
  update private.visitor_secret set proxy_hash = secret_hash where proxy_hash is distinct from secret_hash
$$;

-- The address of the caller. Pages that our own server renders state their visitor's address and prove themselves by a
-- secret. On hosted Supabase the caller controls the first entry of x-forwarded-for, and Cloudflare sets
-- cf-connecting-ip (https://github.com/orgs/supabase/discussions/34647; not tried on a hosted project: UNCONFIRMED).
-- local-backend hides that header and the secret, and writes x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select btrim(case
    when sha256(convert_to(h.all ->> 'x-proxy-secret', 'UTF8')) = s.proxy_hash then h.all ->> 'x-visitor-address'
    else coalesce(h.all ->> 'cf-connecting-ip', (string_to_array(h.all ->> 'x-forwarded-for', ','))[
      cardinality(string_to_array(h.all ->> 'x-forwarded-for', ','))])
  end)
  from private.visitor_secret s, (select nullif(current_setting('request.headers', true), '')::jsonb as all) h
$$;

-- The key for counting: an IPv4 address, or the /64 of an IPv6 one, since one connection has the whole /64.
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
