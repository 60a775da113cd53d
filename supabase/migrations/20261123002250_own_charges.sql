-- Whoever writes on a team's tokens sees their own charges, whose lines stand under the owner (rows2 4).
alter policy "members read their own token history" on public.token_history
  using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));
alter policy "members read their own image history" on public.image_history
  using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));
drop index public.token_history_spender;
drop index public.image_history_spender;
create index token_history_spender on public.token_history (spender_id, id desc);
create index image_history_spender on public.image_history (spender_id, id desc);
