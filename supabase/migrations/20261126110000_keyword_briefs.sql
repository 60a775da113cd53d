-- Briefs: a second part of keyword research that members pay for, beside the analysis.

alter table public.keyword_search
  add column kind text not null default 'data',
  add constraint keyword_search_kind_known check (kind in ('data', 'brief'));
comment on table public.keyword_search is 'An analysis or a brief that a member paid for: open again for nothing until 24 hours after done_at.';
drop index public.keyword_search_open;
create index keyword_search_open on public.keyword_search (user_id, key, kind, done_at desc) where status = 'done';

alter table private.keyword_report
  drop constraint keyword_report_kind_known,
  add constraint keyword_report_kind_known check (kind in ('data', 'brief', 'trend'));
comment on table private.keyword_report is
  'What was found: figures of a keyword, its brief, or the trend of several (keys joined by commas). Older than a day it is read again, older than two days deleted.';
