-- The prompt library: fixed categories and models, prompts, saves, thanks, views and runs. Visitors read it through
-- functions, which count searches; the table shows members only their own prompts.

create table public.prompt_type (
  id smallint primary key,
  name text not null unique
);
comment on table public.prompt_type is 'Kinds of prompt: all is what a list can ask for, every model today makes text.';
alter table public.prompt_type enable row level security;
grant select on public.prompt_type to anon, authenticated;
create policy "everybody reads prompt types" on public.prompt_type for select to anon, authenticated using (true);
insert into public.prompt_type (id, name) values (0, 'all'), (1, 'text');

create table public.prompt_model (
  id smallint primary key,
  name text not null unique,
  prompt_type_id smallint not null references public.prompt_type (id)
);
create index prompt_model_type on public.prompt_model (prompt_type_id);
comment on table public.prompt_model is 'Models that prompts are written for. The ids are part of the product''s contract.';
alter table public.prompt_model enable row level security;
grant select on public.prompt_model to anon, authenticated;
create policy "everybody reads prompt models" on public.prompt_model for select to anon, authenticated using (true);
insert into public.prompt_model (id, name, prompt_type_id) values (1, 'gpt', 1), (2, 'gemini', 1), (6, 'claude', 1);

create table public.prompt_category_main (
  id smallint primary key,
  code text not null unique,
  label_ko text not null,
  label_en text not null
);
comment on table public.prompt_category_main is 'Thirteen subjects in the order in which screens list them.';
alter table public.prompt_category_main enable row level security;
grant select on public.prompt_category_main to anon, authenticated;
create policy "everybody reads main categories" on public.prompt_category_main for select to anon, authenticated using (true);
insert into public.prompt_category_main (id, code, label_ko, label_en) values
  (1, 'writing', '글쓰기', 'Writing'),
  (2, 'idea', '아이디어', 'Ideas'),
  (3, 'business', '비즈니스', 'Business'),
  (4, 'marketing', '마케팅', 'Marketing'),
  (5, 'development', '개발', 'Development'),
  (6, 'artistic', '예술·디자인', 'Art and design'),
  (7, 'finance', '금융·재테크', 'Finance'),
  (8, 'academic', '학업·연구', 'Study and research'),
  (9, 'health', '건강', 'Health'),
  (10, 'culture', '문화', 'Culture'),
  (11, 'personal', '일상', 'Everyday life'),
  (12, 'fun', '재미', 'Fun'),
  (13, 'recipe', '요리', 'Cooking');

create table public.prompt_category_sub (
  id smallint primary key,
  prompt_category_main_id smallint not null references public.prompt_category_main (id),
  code text not null unique,
  label_ko text not null,
  label_en text not null
);
comment on table public.prompt_category_sub is 'Sub-categories 1 to 85; the ids are part of the product''s contract.';
create index prompt_category_sub_main on public.prompt_category_sub (prompt_category_main_id);
alter table public.prompt_category_sub enable row level security;
grant select on public.prompt_category_sub to anon, authenticated;
create policy "everybody reads sub-categories" on public.prompt_category_sub for select to anon, authenticated using (true);
insert into public.prompt_category_sub (id, prompt_category_main_id, code, label_ko, label_en) values
  (1, 1, 'content_writing', '콘텐츠 글쓰기', 'Content writing'),
  (2, 1, 'business_writing', '업무 글쓰기', 'Business writing'),
  (3, 1, 'technical_writing', '기술 문서', 'Technical writing'),
  (4, 1, 'copywriting', '카피라이팅', 'Copywriting'),
  (5, 1, 'poetry', '시', 'Poetry'),
  (6, 1, 'journalism', '기사', 'Journalism'),
  (7, 1, 'story', '이야기', 'Stories'),
  (8, 2, 'idea_strategies', '발상 전략', 'Idea strategies'),
  (9, 2, 'business_ideas', '사업 아이디어', 'Business ideas'),
  (10, 2, 'brainstorming', '브레인스토밍', 'Brainstorming'),
  (11, 2, 'innovation_tips', '혁신 요령', 'Innovation tips'),
  (12, 2, 'problem_solving', '문제 해결', 'Problem solving'),
  (13, 3, 'business_strategies', '경영 전략', 'Business strategy'),
  (14, 3, 'business_accounting', '회계', 'Accounting'),
  (15, 3, 'data_analysis', '데이터 분석', 'Data analysis'),
  (16, 3, 'hr', '인사', 'HR'),
  (17, 3, 'startups', '스타트업', 'Start-ups'),
  (18, 3, 'business_investment', '사업 투자', 'Business investment'),
  (19, 3, 'law', '법률', 'Law'),
  (20, 3, 'branding', '브랜딩', 'Branding'),
  (21, 4, 'digital_marketing', '디지털 마케팅', 'Digital marketing'),
  (22, 4, 'content_marketing', '콘텐츠 마케팅', 'Content marketing'),
  (23, 4, 'email_marketing', '이메일 마케팅', 'Email marketing'),
  (24, 4, 'seo_sem', '검색 최적화·검색 광고', 'SEO and SEM'),
  (25, 4, 'marketing_strategies', '마케팅 전략', 'Marketing strategy'),
  (26, 4, 'branding_strategies', '브랜드 전략', 'Brand strategy'),
  (27, 4, 'customer_acquisition', '고객 확보', 'Customer acquisition'),
  (28, 4, 'advertising', '광고', 'Advertising'),
  (29, 5, 'coding', '코딩', 'Coding'),
  (30, 5, 'debugging', '디버깅', 'Debugging'),
  (31, 5, 'testing', '테스트', 'Testing'),
  (32, 5, 'devops', '데브옵스', 'DevOps'),
  (33, 5, 'generative_ai', '생성형 AI', 'Generative AI'),
  (34, 6, 'idea_concept', '구상·콘셉트', 'Concepts'),
  (35, 6, 'product_design', '제품 디자인', 'Product design'),
  (36, 6, 'ui_ux', 'UI·UX', 'UI and UX'),
  (37, 6, 'music', '음악', 'Music'),
  (38, 6, 'film_movie', '영화·영상', 'Film and video'),
  (39, 6, 'fashion', '패션', 'Fashion'),
  (40, 6, 'crafts', '공예', 'Crafts'),
  (41, 6, 'animation', '애니메이션', 'Animation'),
  (42, 7, 'stock', '주식', 'Stocks'),
  (43, 7, 'budgeting', '예산 관리', 'Budgeting'),
  (44, 7, 'taxation', '세금', 'Tax'),
  (45, 7, 'real_estate', '부동산', 'Real estate'),
  (46, 7, 'wealth_management', '자산 관리', 'Wealth management'),
  (47, 7, 'risk_management', '위험 관리', 'Risk management'),
  (48, 7, 'financial_analysis', '재무 분석', 'Financial analysis'),
  (49, 8, 'dissertations', '학위 논문', 'Dissertations'),
  (50, 8, 'essays', '에세이', 'Essays'),
  (51, 8, 'lecture_notes', '강의 노트', 'Lecture notes'),
  (52, 8, 'study_guides', '학습 안내', 'Study guides'),
  (53, 8, 'case_studies', '사례 연구', 'Case studies'),
  (54, 8, 'presentations', '발표', 'Presentations'),
  (55, 9, 'nutrition', '영양', 'Nutrition'),
  (56, 9, 'fitness', '운동', 'Fitness'),
  (57, 9, 'mental_health', '마음 건강', 'Mental health'),
  (58, 9, 'wellness', '웰니스', 'Wellness'),
  (59, 9, 'sleep', '수면', 'Sleep'),
  (60, 9, 'stress_management', '스트레스 관리', 'Stress management'),
  (61, 9, 'healthcare', '의료', 'Healthcare'),
  (62, 9, 'medical_research', '의학 연구', 'Medical research'),
  (63, 10, 'pop_culture', '대중문화', 'Pop culture'),
  (64, 10, 'traditions', '전통', 'Traditions'),
  (65, 10, 'history', '역사', 'History'),
  (66, 10, 'languages', '언어', 'Languages'),
  (67, 10, 'travel', '여행', 'Travel'),
  (68, 11, 'pets', '반려동물', 'Pets'),
  (69, 11, 'relationship', '인간관계', 'Relationships'),
  (70, 11, 'self_development', '자기 계발', 'Self-development'),
  (71, 12, 'games', '게임', 'Games'),
  (72, 12, 'hobbies', '취미', 'Hobbies'),
  (73, 12, 'jokes_riddles', '농담·수수께끼', 'Jokes and riddles'),
  (74, 12, 'quizzes', '퀴즈', 'Quizzes'),
  (75, 12, 'memes', '밈', 'Memes'),
  (76, 12, 'events_parties', '행사·파티', 'Events and parties'),
  (77, 12, 'magic_tricks', '마술', 'Magic tricks'),
  (78, 12, 'fortune', '운세', 'Fortune'),
  (79, 13, 'appetizers', '전채', 'Starters'),
  (80, 13, 'main_dishes', '메인 요리', 'Main dishes'),
  (81, 13, 'desserts', '디저트', 'Desserts'),
  (82, 13, 'baking', '베이킹', 'Baking'),
  (83, 13, 'vegetarian_vegan', '채식·비건', 'Vegetarian and vegan'),
  (84, 13, 'international_cuisine', '세계 요리', 'World cuisine'),
  (85, 13, 'drinks_cocktails', '음료·칵테일', 'Drinks and cocktails');

create table public.prompt (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  prompt text not null,
  language text not null,
  is_show boolean not null default false,
  view_count bigint not null default 0,
  action_count bigint not null default 0,
  like_count bigint not null default 0,
  use_count bigint not null default 0,
  trend_score double precision not null default 0,
  photo text,
  user_id uuid not null references public."user" (id) on delete cascade,
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  sample_result text not null default ''
  constraint prompt_sample_length check (char_length(sample_result) <= 20000),
  review_status text not null default 'in_review'
  constraint prompt_review_status_known check (review_status in ('draft', 'in_review', 'published', 'returned', 'hidden')),
  constraint prompt_title_length check (char_length(title) between 1 and 100),
  constraint prompt_description_filled check (char_length(description) between 1 and 5000),
  constraint prompt_prompt_filled check (char_length(prompt) between 1 and 100000),
  constraint prompt_counts_not_negative check (view_count >= 0 and action_count >= 0 and like_count >= 0 and use_count >= 0),
  constraint prompt_language_known check (language in ('ko', 'en')),
  constraint prompt_photo_own check (private.is_own_picture(photo))
);
comment on table public.prompt is 'A prompt of the library. Others'' are read by list_prompts() and read_prompt(), which give the text to members only.';
comment on column public.prompt.moved_at is 'When trend_score or view_count last changed.';
comment on column public.prompt.review_status is
  'Of a prompt that is not shown: draft, in_review, returned (the reason is in its newest version) or hidden by its author. Shown prompts are published, whatever their newest version is.';
create index prompt_list_own on public.prompt (user_id, created_at desc, id desc);
create index prompt_list_moved on public.prompt (moved_at) where is_show;
create index prompt_list_trending on public.prompt (trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
create index prompt_list_new on public.prompt (created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
create index prompt_list_top on public.prompt (view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
create index prompt_by_model on public.prompt (prompt_model_id);
create index prompt_by_category on public.prompt (prompt_category_sub_id);
create index prompt_list_model_trending on public.prompt (prompt_model_id, language, trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
create index prompt_list_model_new on public.prompt (prompt_model_id, language, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
create index prompt_list_model_top on public.prompt (prompt_model_id, language, view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
create index prompt_list_sub_trending on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, trend_score desc, created_at desc, id desc) where is_show;
create index prompt_list_sub_new on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, created_at desc, id desc) where is_show;
create index prompt_list_sub_top on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, view_count desc, created_at desc, id desc) where is_show;
-- Filters and orders the results of a lookup without reading the prompts themselves.
create index prompt_list_facts on public.prompt (id)
  include (trend_score, view_count, created_at, prompt_category_sub_id, prompt_model_id, language) where is_show;
alter table public.prompt enable row level security;
grant select, delete on public.prompt to authenticated;
grant insert (title, description, prompt, language, photo, user_id, prompt_model_id, prompt_category_sub_id, sample_result, review_status)
  on public.prompt to authenticated;
grant update (title, description, prompt, language, photo, prompt_model_id, prompt_category_sub_id, sample_result, review_status) on
  public.prompt to authenticated;
create policy "blocked members use no prompts" on public.prompt as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members register prompts as themselves" on public.prompt
  for insert to authenticated with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));
create policy "authors change their unshown prompts" on public.prompt
  for update to authenticated using (user_id = (select auth.uid()) and not is_show)
  with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));
create policy "authors delete their prompts" on public.prompt
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "members see their own prompts" on public.prompt
  for select to authenticated using (user_id = (select auth.uid()));
create trigger prompt_touch before update on public.prompt
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description or old.prompt is distinct from new.prompt)
  execute function private.touch_updated_at();

create table public.prompt_like (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint prompt_like_once unique (prompt_id, user_id)
);
comment on table public.prompt_like is 'A saved prompt (bookmark).';
create index prompt_like_own on public.prompt_like (user_id, created_at desc, id desc);
alter table public.prompt_like enable row level security;
grant select, delete on public.prompt_like to authenticated;
grant insert (prompt_id, user_id) on public.prompt_like to authenticated;

-- Whether the caller may act on this prompt: it is shown, or it is the caller's. A blocked member may use no prompts.
create function private.sees_prompt(prompt_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ((select auth.uid()) is null or private.may_use_service())
    and exists (select from public.prompt p where p.id = sees_prompt.prompt_id and (p.is_show or p.user_id = (select auth.uid())))
$$;
grant execute on function private.sees_prompt(bigint) to anon, authenticated;
create policy "blocked members save nothing" on public.prompt_like as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see what they saved" on public.prompt_like
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members save shown prompts" on public.prompt_like
  for insert to authenticated with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));
create policy "members remove what they saved" on public.prompt_like
  for delete to authenticated using (user_id = (select auth.uid()));

create table public.prompt_action (
  id bigint generated always as identity primary key,
  type text not null,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  constraint prompt_action_type_known check (type in ('thank')),
  constraint prompt_action_once unique (prompt_id, user_id, type)
);
comment on table public.prompt_action is 'Thanks to an author, once per prompt, member and type.';
create index prompt_action_own on public.prompt_action (user_id);
alter table public.prompt_action enable row level security;
grant select on public.prompt_action to authenticated;
grant insert (type, prompt_id, user_id) on public.prompt_action to authenticated;
create policy "blocked members thank nobody" on public.prompt_action as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see whom they thanked" on public.prompt_action
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members thank as themselves" on public.prompt_action
  for insert to authenticated with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));

create table public.prompt_view (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid references public."user" (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.prompt_view is 'Views; user_id is null for a visitor.';
create index prompt_view_prompt on public.prompt_view (prompt_id, created_at desc);
create index prompt_view_member on public.prompt_view (user_id);
alter table public.prompt_view enable row level security;
grant insert (prompt_id, user_id) on public.prompt_view to anon, authenticated;
create policy "visitors are counted without a name" on public.prompt_view
  for insert to anon with check (user_id is null and private.sees_prompt(prompt_id));
create policy "members are counted as themselves or without a name" on public.prompt_view
  for insert to authenticated with check ((user_id is null or user_id = (select auth.uid())) and private.sees_prompt(prompt_id));

create table public.prompt_use (
  id bigint generated always as identity primary key,
  status text not null default 'queued',
  prompt text not null,
  prompt_parameter jsonb not null default '{}',
  result text not null default '',
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer,
  prompt_id bigint references public.prompt (id) on delete set null,
  prompt_type_id smallint not null references public.prompt_type (id),
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_use_id bigint references public.prompt_use (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null default '',
  model text not null default 'demo',
  is_demo boolean not null default false,
  error_code text,
  is_comparison boolean not null default false,
  regenerated_from_id bigint references public.prompt_use (id) on delete cascade,
  tool_use_id bigint references public.tool_use (id) on delete set null,
  excerpt text generated always as (left(result, 160)) stored,
  deleted_at timestamptz,
  constraint prompt_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint prompt_use_child_has_parent check (prompt_use_id is not null or (not is_comparison and regenerated_from_id is null)),
  constraint prompt_use_result_length check (char_length(result) <= 200000),
  constraint prompt_use_prompt_length check (char_length(prompt) <= 100000),
  constraint prompt_use_parameter_size check (pg_column_size(prompt_parameter) <= 2000000),
  constraint prompt_use_title_length check (char_length(title) <= 100)
);
create index prompt_use_model on public.prompt_use (prompt_model_id);
create index prompt_use_type on public.prompt_use (prompt_type_id);
comment on table public.prompt_use is 'A run of a prompt; prompt_use_id is the run that it follows up. duration is milliseconds.';
comment on column public.prompt_use.prompt is
  'The prompt''s text as it was, with its placeholders, prompt_parameter their values; of a follow-up the question.';
comment on column public.prompt_use.title is 'The prompt''s title as it was; empty for children.';
comment on column public.prompt_use.model is
  'What answered: the model of prompt_model_id, or what this site has in its place.';
comment on column public.prompt_use.is_comparison is 'Part of its parent''s run: the same question to another model. Its end is that of the run.';
comment on column public.prompt_use.regenerated_from_id is 'The answer that this one was asked for in place of. The old one stays.';
comment on column public.prompt_use.tool_use_id is 'The text that was made of the result, to be edited.';
comment on column public.prompt_use.deleted_at is
  'When the member deleted the conversation: the same in all its rows. It can be restored until a job removes it for good.';
create index prompt_use_own on public.prompt_use (user_id, id desc) include (deleted_at) where prompt_use_id is null;
create index prompt_use_member on public.prompt_use (user_id, is_comparison, status);
create index prompt_use_children on public.prompt_use (prompt_use_id, created_at);
create index prompt_use_prompt on public.prompt_use (prompt_id);
create index prompt_use_running on public.prompt_use (id) where status in ('queued', 'running');
create index prompt_use_again on public.prompt_use (regenerated_from_id);
create index prompt_use_text on public.prompt_use (tool_use_id);
create index prompt_use_day on public.prompt_use using brin (created_at);
create index prompt_use_deleted on public.prompt_use (deleted_at) where deleted_at is not null;
alter table public.prompt_use enable row level security;
grant select on public.prompt_use to authenticated;
create policy "blocked members have no runs" on public.prompt_use as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see their own runs" on public.prompt_use
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
create trigger prompt_use_touch before update on public.prompt_use
  for each row execute function private.touch_updated_at();
create trigger prompt_use_forget_runs after delete on public.prompt_use
  for each row execute function private.forget_runs('prompt_use');

create function private.count_prompt_like() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.prompt set like_count = like_count + 1 where id = new.prompt_id;
    return new;
  end if;
  update public.prompt set like_count = greatest(like_count - 1, 0) where id = old.prompt_id;
  return old;
end;
$$;
create trigger prompt_like_count after insert or delete on public.prompt_like
  for each row execute function private.count_prompt_like();

-- A thank counts once; authors cannot thank their own prompts.
create function private.count_prompt_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.prompt set action_count = action_count + 1 where id = new.prompt_id and user_id <> new.user_id;
  if not found then perform private.raise_app_error('forbidden'); end if;
  return new;
end;
$$;
create trigger prompt_action_count after insert on public.prompt_action
  for each row execute function private.count_prompt_action();

create function private.like_count_of(prompt_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.like_count from public.prompt p where p.id = like_count_of.prompt_id and (p.is_show or p.user_id = (select auth.uid()))
$$;
grant execute on function private.like_count_of(bigint) to authenticated;

-- The names of prompts in the caller's runs, for the history of charges. At most a hundred.
create function public.name_used_prompts(ids bigint[]) returns table (id bigint, title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return query select p.id, p.title from public.prompt p
    where p.id = any (ids[1:100]) and (p.is_show or p.user_id = (select auth.uid()))
      and exists (select from public.prompt_use u where u.prompt_id = p.id and u.user_id = (select auth.uid()));
end;
$$;
comment on function public.name_used_prompts(bigint[]) is 'Id and title of shown or own prompts that the caller ran.';
grant execute on function public.name_used_prompts(bigint[]) to authenticated;

-- A comparison of a text with the library reads many others, so it counts as a search. One function compares and
-- another counts: an import compares fifty at once, and the console compares without a limit.
create function private.similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  likeness_min constant real := 0.55;
  grams integer[] := private.keyword_grams(private.search_form(left(similar_prompts.title || e'\n' || similar_prompts.prompt, 20000)));
  rare integer[];
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  -- Rare grams find similar texts fastest; without statistics any gram is used. Of frequent grams half as many are looked up,
  -- because each takes long and narrows little.
  rare := array(
    select r.element from (
      select g.element, known.frequency, row_number() over (order by known.frequency nulls first, g.element) as place from unnest(grams) as g (element)
      left join (
        select k.element, k.frequency from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) as k (element, frequency)
        where s.schemaname = 'private' and s.tablename = 'prompt_search_full' and k.element is not null
      ) known using (element)
    ) r where r.place <= 12 or (r.place <= 24 and coalesce(r.frequency, 0) < 0.01) order by r.place);
  return query
    -- A rare gram alone may be in thousands of texts. A copy has nearly all of them, and so all three of some group.
    with numbered as (
      select r.element, (r.place - 1) % greatest(cardinality(rare) / 3, 1) as part from unnest(rare) with ordinality as r (element, place)
    ), sought as (
      select array_agg(n.element) as elements from numbered n group by n.part
    ), candidate as (
      select s.prompt_id from sought g cross join lateral (
        select t.prompt_id from private.prompt_search t where private.letter_grams(t.full_text) @> g.elements limit 200) s
      group by s.prompt_id order by count(*) desc, s.prompt_id limit 20
    ), measured as (
      select p.id, p.title, private.keyword_grams(private.search_form(left(p.title || e'\n' || p.prompt, 20000))) as other
      from candidate c join public.prompt p on p.id = c.prompt_id where p.id is distinct from similar_prompts.except_id
    ), scored as (
      select m.id, m.title, (common.count::real / greatest(cardinality(grams) + cardinality(m.other) - common.count, 1)::real) as score
      from measured m cross join lateral (
        select count(*) as count from unnest(m.other) as o (element) where o.element = any (grams)) common
    )
    select s.id, s.title, s.score from scored s where s.score >= likeness_min order by s.score desc, s.id limit 5;
end;
$$;

create function private.count_comparison() returns void
language plpgsql set search_path = '' as $$
begin
  if not private.count_use('similar:' || (select auth.uid()), 60, 300) then perform private.raise_app_error('too_many_requests'); end if;
end;
$$;

create function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform private.count_comparison();
  return query select f.id, f.title_found, f.similarity from (
      select s.id, s.title_found, s.similarity
        from private.similar_prompts(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id) s
      union
      select w.id, w.title_found, w.similarity
        from private.similar_waiting(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id, (select auth.uid())) w
    ) f order by f.similarity desc, f.id limit 5;
end;
$$;
comment on function public.find_similar_prompts(text, text, bigint) is
  'Shown prompts, and own ones in review, that say nearly the same; sixty times in five minutes.';
grant execute on function public.find_similar_prompts(text, text, bigint) to authenticated;

-- The comparison of find_prompt_duplicates(), also for imports at a terminal.
create function private.compare_prompts(caller uuid, candidates jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(candidates) is distinct from 'array' or jsonb_array_length(candidates) > 50 then
    perform private.raise_app_error('invalid_request');
  end if;
  return jsonb_build_object(
    'left_today', greatest(0, 30 - (select count(*) from public.prompt p where p.user_id = caller and p.created_at > now() - interval '1 day')),
    'found', (
      with own as materialized (
        select min(p.id) as id, private.normalized_text_hash(p.prompt) as text from public.prompt p where p.user_id = caller group by 2
      )
      select coalesce(jsonb_agg(jsonb_build_object('own_id', o.id, 'similar', s.similar) order by c.place), '[]')
      from jsonb_array_elements(candidates) with ordinality as c (line, place)
        left join own o on o.text = private.normalized_text_hash(c.line ->> 'prompt')
        left join lateral (
          select jsonb_build_object('id', f.id, 'title', f.title_found, 'similarity', f.similarity) as similar
          from private.similar_prompts(coalesce(c.line ->> 'title', ''), coalesce(c.line ->> 'prompt', '')) f limit 1
        ) s on o.id is null));
end;
$$;
