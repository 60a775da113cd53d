-- What a text was written from is seen later too: what each file and link gave.

alter table public.tool_use add column sources jsonb not null default '[]';
comment on column public.tool_use.sources is
  'Files and links that the last run has read: kind, name, url of a link, characters that a model was given (null for pictures).';
alter table public.tool_use add constraint tool_use_sources_list check (jsonb_typeof(sources) = 'array');
