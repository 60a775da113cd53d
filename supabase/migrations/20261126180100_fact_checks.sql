-- The editor gets a command that checks the facts of a passage.
alter table public.tool_edit drop constraint tool_edit_feature_known;
alter table public.tool_edit add constraint tool_edit_feature_known check (feature in (
  'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long',
  'text-formal', 'text-friendly', 'text-translate', 'text-continue', 'text-facts'));
