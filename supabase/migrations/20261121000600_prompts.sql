-- The prompt library's tables: categories and models are fixed data; counters are kept by triggers.

create table public.prompt_type (
  id smallint primary key,
  name text not null unique
);
comment on table public.prompt_type is 'Kinds of prompt: all is what a list can ask for, every model today makes text.';
insert into public.prompt_type (id, name) values (0, 'all'), (1, 'text');

create table public.prompt_model (
  id smallint primary key,
  name text not null unique,
  prompt_type_id smallint not null references public.prompt_type (id)
);
comment on table public.prompt_model is 'Models that prompts are written for. The ids are part of the product''s contract.';
insert into public.prompt_model (id, name, prompt_type_id) values (1, 'gpt', 1), (2, 'gemini', 1), (6, 'claude', 1);

create table public.prompt_category_main (
  id smallint primary key,
  code text not null unique,
  label_ko text not null,
  label_en text not null
);
comment on table public.prompt_category_main is 'Thirteen subjects in the order in which screens list them.';
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
create index prompt_category_sub_main on public.prompt_category_sub (prompt_category_main_id);

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
  constraint prompt_title_length check (char_length(title) between 1 and 100),
  constraint prompt_description_filled check (char_length(description) between 1 and 5000),
  constraint prompt_prompt_filled check (char_length(prompt) between 1 and 100000),
  constraint prompt_counts_not_negative check (view_count >= 0 and action_count >= 0 and like_count >= 0 and use_count >= 0)
);
comment on table public.prompt is 'A prompt of the library. The column prompt is for members only: column grants hold that.';

create table public.prompt_like (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint prompt_like_once unique (prompt_id, user_id)
);
comment on table public.prompt_like is 'A saved prompt (bookmark).';

create table public.prompt_action (
  id bigint generated always as identity primary key,
  type text not null,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  constraint prompt_action_type_known check (type in ('thank')),
  constraint prompt_action_once unique (prompt_id, user_id, type)
);
comment on table public.prompt_action is 'Thanks to an author, once per prompt, member and type.';

create table public.prompt_view (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid references public."user" (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.prompt_view is 'Views; user_id is null for a visitor.';

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
  constraint prompt_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed'))
);
comment on table public.prompt_use is 'A run of a prompt; prompt_use_id is the run that it follows up. duration is milliseconds.';

-- Lists: one partial index per sort of the public list, then a member's own lists.
create index prompt_list_trending on public.prompt (trend_score desc, created_at desc, id desc) where is_show;
create index prompt_list_new on public.prompt (created_at desc, id desc) where is_show;
create index prompt_list_top on public.prompt (view_count desc, created_at desc, id desc) where is_show;
create index prompt_list_category on public.prompt (prompt_category_sub_id, created_at desc, id desc) where is_show;
create index prompt_list_own on public.prompt (user_id, created_at desc, id desc);
create index prompt_list_model on public.prompt (prompt_model_id);
create index prompt_like_own on public.prompt_like (user_id, created_at desc, id desc);
create index prompt_action_own on public.prompt_action (user_id);
create index prompt_view_prompt on public.prompt_view (prompt_id, created_at desc);
create index prompt_view_member on public.prompt_view (user_id);
create index prompt_use_own on public.prompt_use (user_id, id desc) where prompt_use_id is null;
create index prompt_use_children on public.prompt_use (prompt_use_id, created_at);
create index prompt_use_prompt on public.prompt_use (prompt_id);
create index prompt_use_running on public.prompt_use (id) where status in ('queued', 'running');

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

-- A thank is counted once; an author cannot thank the own prompt.
create function private.count_prompt_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.prompt set action_count = action_count + 1 where id = new.prompt_id and user_id <> new.user_id;
  if not found then perform private.refuse('forbidden'); end if;
  return new;
end;
$$;
create trigger prompt_action_count after insert on public.prompt_action
  for each row execute function private.count_prompt_action();
create trigger prompt_touch before update on public.prompt
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description or old.prompt is distinct from new.prompt)
  execute function private.touch_updated_at();
create trigger prompt_use_touch before update on public.prompt_use
  for each row execute function private.touch_updated_at();

-- Authors of shown prompts as everybody may see them. Runs with the owner's rights on purpose: "user" itself is private.
create view public.author with (security_barrier = true) as
  select u.id, u.uuid, u.nickname, u.photo from public."user" u
  where u.is_active and exists (select from public.prompt p where p.user_id = u.id and p.is_show);
comment on view public.author is 'Nickname and photo of people who published a prompt; nothing else of a member is public.';

revoke all on public.prompt_type, public.prompt_model, public.prompt_category_main, public.prompt_category_sub,
  public.prompt, public.prompt_like, public.prompt_action, public.prompt_view, public.prompt_use, public.author
  from anon, authenticated;
grant select on public.prompt_type, public.prompt_model, public.prompt_category_main, public.prompt_category_sub, public.author
  to anon, authenticated;
grant select (id, title, description, language, is_show, view_count, action_count, like_count, use_count, trend_score,
  created_at, updated_at, photo, user_id, prompt_model_id, prompt_category_sub_id) on public.prompt to anon;
grant select on public.prompt to authenticated;
grant insert (title, description, prompt, language, photo, user_id, prompt_model_id, prompt_category_sub_id) on public.prompt to authenticated;
grant update (title, description, prompt, language, photo, prompt_model_id, prompt_category_sub_id) on public.prompt to authenticated;
grant select, delete on public.prompt_like to authenticated;
grant insert (prompt_id, user_id) on public.prompt_like to authenticated;
grant select on public.prompt_action to authenticated;
grant insert (type, prompt_id, user_id) on public.prompt_action to authenticated;
grant insert (prompt_id, user_id) on public.prompt_view to anon, authenticated;
grant select, delete on public.prompt_use to authenticated;

alter table public.prompt_type enable row level security;
alter table public.prompt_model enable row level security;
alter table public.prompt_category_main enable row level security;
alter table public.prompt_category_sub enable row level security;
alter table public.prompt enable row level security;
alter table public.prompt_like enable row level security;
alter table public.prompt_action enable row level security;
alter table public.prompt_view enable row level security;
alter table public.prompt_use enable row level security;

create policy "everybody reads prompt types" on public.prompt_type for select to anon, authenticated using (true);
create policy "everybody reads prompt models" on public.prompt_model for select to anon, authenticated using (true);
create policy "everybody reads main categories" on public.prompt_category_main for select to anon, authenticated using (true);
create policy "everybody reads sub-categories" on public.prompt_category_sub for select to anon, authenticated using (true);

create policy "visitors see shown prompts" on public.prompt
  for select to anon using (is_show);
create policy "blocked members use no prompts" on public.prompt as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see shown prompts and their own" on public.prompt
  for select to authenticated using (is_show or user_id = (select auth.uid()));
create policy "members register prompts as themselves" on public.prompt
  for insert to authenticated with check (user_id = (select auth.uid()) and not is_show);
-- Until review keeps an approved version live (B40), only prompts that are not shown can be changed.
create policy "authors change their unshown prompts" on public.prompt
  for update to authenticated using (user_id = (select auth.uid()) and not is_show) with check (user_id = (select auth.uid()));

create policy "blocked members save nothing" on public.prompt_like as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see what they saved" on public.prompt_like
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members save shown prompts" on public.prompt_like
  for insert to authenticated with check (
    user_id = (select auth.uid()) and exists (select from public.prompt p where p.id = prompt_id));
create policy "members remove what they saved" on public.prompt_like
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "blocked members thank nobody" on public.prompt_action as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see whom they thanked" on public.prompt_action
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members thank as themselves" on public.prompt_action
  for insert to authenticated with check (
    user_id = (select auth.uid()) and exists (select from public.prompt p where p.id = prompt_id));

create policy "visitors are counted without a name" on public.prompt_view
  for insert to anon with check (user_id is null and exists (select from public.prompt p where p.id = prompt_id));
create policy "members are counted as themselves or without a name" on public.prompt_view
  for insert to authenticated with check (
    (user_id is null or user_id = (select auth.uid())) and exists (select from public.prompt p where p.id = prompt_id));

create policy "blocked members have no runs" on public.prompt_use as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see their own runs" on public.prompt_use
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members delete their own finished runs" on public.prompt_use
  for delete to authenticated using (user_id = (select auth.uid()) and status not in ('queued', 'running'));
