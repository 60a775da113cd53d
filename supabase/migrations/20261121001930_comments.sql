-- What two tables say about themselves, put right: links share their counter with questions, and leaving is told in another decision.

comment on table private.link_count is
  'Reads of links, and questions to us, in a fixed window: one row per member (member:id), per host (host:name), and per asker (contact: and an id or the keyed hash of an address).';
comment on function private.delete_account(uuid, uuid, text, text[], timestamptz) is
  'See docs/decisions/024-leaving-takes-the-name-away.md (the migration that made it names another).';
