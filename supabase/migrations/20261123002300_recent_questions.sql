-- A question that is sent again is looked for among the newest (questions.ts).
create index contact_newest on public.contact (created_at);
