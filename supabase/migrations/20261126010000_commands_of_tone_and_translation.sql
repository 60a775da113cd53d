-- The editor gets commands for the tone of a passage and for its translation.
alter table public.tool_edit drop constraint tool_edit_feature_known;
alter table public.tool_edit add constraint tool_edit_feature_known check (feature in (
  'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long',
  'text-formal', 'text-friendly', 'text-translate', 'text-continue'));
