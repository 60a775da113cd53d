-- The search of one's own texts reads neither the signs of marks and alignment nor the address of a captioned picture.
create or replace function private.text_passages(request jsonb, content text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    normalize(concat_ws(' ', request ->> 'topic', request ->> 'keywords', request ->> 'name', request ->> 'overview',
      request ->> 'purpose', request ->> 'introduce', request ->> 'duty', content), NFC),
    '!?\[([^][]*)\](?:\([^)\s]*((?:\s+"[^"]*")?)\)|\{\.(?:underline|mark)\})', '\1\2', 'g'),
    '[*#`]+|\{\.(?:left|center|right)\}', '', 'g'), '[\s|>]+', ' ', 'g'))
$$;
