-- A section that is written again is offered like the result of every other command of the editor.
alter table public.tool_edit drop constraint tool_edit_feature_known;
alter table public.tool_edit add constraint tool_edit_feature_known check (feature in (
    'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long',
    'text-formal', 'text-friendly', 'text-translate', 'text-continue', 'text-facts', 'section', 'section-fit'));
