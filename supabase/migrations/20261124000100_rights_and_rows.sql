-- What a comparison of schemas does not show: rights, fixed rows, buckets and the publication. See docs/database.md.

-- 01_foundations.sql

grant execute on function private.raise_app_error(text) to anon, authenticated, service_role;

-- 02_limits.sql

insert into private.visitor_secret default values;

-- 03_members.sql

grant select on public."user" to authenticated;
grant select on public.user_referrer to authenticated;
grant insert (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;
grant update (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;
grant execute on function private.may_use_service() to authenticated;
grant execute on function public.find_inviter(text) to anon, authenticated;
grant execute on function public.needs_second_factor(public."user") to authenticated;
grant execute on function public.record_sign_in() to authenticated;
grant execute on function public.read_factor_safety() to authenticated;
grant execute on function public.cancel_factor_removal() to authenticated;
grant execute on function public.operator_ask_factor_removal(uuid, text) to authenticated;
grant execute on function public.operator_cancel_factor_removal(uuid) to authenticated;

-- 05_ledger.sql

grant select on public.user_usage to authenticated;
grant select on public.user_benefit to authenticated;
grant select on public.token_history to authenticated;
grant select on public.image_history to authenticated;
grant execute on function public.list_token_movements(bigint, integer) to authenticated;
grant execute on function public.list_image_movements(bigint, integer) to authenticated;
grant execute on function public.count_movements() to authenticated;

-- 06_plans.sql

grant execute on function public.read_usage() to authenticated;

-- 07_alarms.sql

grant select, delete on public.user_alarm to authenticated;
grant update (is_read) on public.user_alarm to authenticated;

-- 08_storage.sql

grant execute on function private.may_remove_document(text) to authenticated;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('image', 'image', true, 10485760, '{image/svg+xml,image/gif,image/png,image/jpeg,image/heic,image/heif}'),
  ('video', 'video', true, 104857600,
    '{video/x-msvideo,video/mp4,video/quicktime,video/x-ms-wmv,video/webm,video/x-amv,video/x-m4v}'),
  ('document', 'document', false, 104857600,
    '{image/gif,image/png,image/jpeg,image/heic,image/heif,image/webp,application/pdf}');

-- 10_orders.sql

grant select (id, user_id, plan, period, status, amount, token_month, image_month, period_start, period_end, next_try_at, canceled_at,
  ended_at, created_at) on public.subscription to authenticated;
grant select (id, code, user_id, type, plan, period, pack, amount, token, image, status, failure, card_issuer, card_last_four,
  receipt_url, created_at, paid_at, refunded) on public.payment_order to authenticated;
grant select on public.payment_card to authenticated;
grant select on public.payment_debt to authenticated;

-- 12_refunds.sql

grant execute on function public.operator_open_refund(bigint, integer, text, uuid) to authenticated;
grant execute on function public.operator_list_orders(uuid, bigint) to authenticated;

-- 20_texts.sql

grant execute on function private.are_short_tags(text[]) to authenticated;
grant select on public.tool_use to authenticated;
grant execute on function public.share_tool_use(bigint) to authenticated;
grant execute on function public.unshare_tool_use(bigint) to authenticated;
grant execute on function private.is_own_picture(text) to authenticated;

-- 22_text_versions.sql

grant select on public.tool_use_version to authenticated;
grant execute on function public.save_text(bigint, integer, text, text, text[], boolean) to authenticated;
grant execute on function public.stash_text_version(bigint, text, text, text[]) to authenticated;
grant select on public.tool_edit to authenticated;
grant execute on function public.delete_texts(bigint[]) to authenticated;
grant execute on function public.restore_texts(bigint[]) to authenticated;
grant execute on function public.rename_text(bigint, text) to authenticated;
grant execute on function public.duplicate_text(bigint, text) to authenticated;

-- 23_pictures.sql

grant execute on function public.restore_version(bigint) to authenticated;
grant execute on function public.remove_thumbnail(bigint) to authenticated;
grant execute on function public.read_shared_text(uuid) to anon, authenticated;
grant execute on function public.list_texts(text, text, bigint) to authenticated;
grant execute on function public.put_back_thumbnail(bigint) to authenticated;

-- 25_tones.sql

grant select, delete on public.user_tone to authenticated;
grant select on public.tone_analysis to authenticated;

-- 26_keywords.sql

grant select, delete on public.keyword_search to authenticated;

-- 30_prompts.sql

grant select on public.prompt_type to anon, authenticated;
insert into public.prompt_type (id, name) values (0, 'all'), (1, 'text');
grant select on public.prompt_model to anon, authenticated;
insert into public.prompt_model (id, name, prompt_type_id) values (1, 'gpt', 1), (2, 'gemini', 1), (6, 'claude', 1);
grant select on public.prompt_category_main to anon, authenticated;
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
grant select on public.prompt_category_sub to anon, authenticated;
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
grant select, delete on public.prompt to authenticated;
grant insert (title, description, prompt, language, photo, user_id, prompt_model_id, prompt_category_sub_id, sample_result, review_status)
  on public.prompt to authenticated;
grant update (title, description, prompt, language, photo, prompt_model_id, prompt_category_sub_id, sample_result, review_status) on
  public.prompt to authenticated;
grant select, delete on public.prompt_like to authenticated;
grant insert (prompt_id, user_id) on public.prompt_like to authenticated;
grant execute on function private.sees_prompt(bigint) to anon, authenticated;
grant select on public.prompt_action to authenticated;
grant insert (type, prompt_id, user_id) on public.prompt_action to authenticated;
grant insert (prompt_id, user_id) on public.prompt_view to anon, authenticated;
grant select, delete on public.prompt_use to authenticated;
grant execute on function private.like_count_of(bigint) to authenticated;
grant execute on function public.name_used_prompts(bigint[]) to authenticated;
grant execute on function public.find_similar_prompts(text, text, bigint) to authenticated;

-- 31_prompt_runs.sql

grant execute on function private.is_conversation_going(bigint) to authenticated;
grant execute on function public.list_prompt_uses(bigint) to authenticated;
grant execute on function public.edit_prompt_result(bigint, text) to authenticated;

-- 33_prompt_lists.sql

grant execute on function public.list_prompts(text, text, smallint[], smallint[], text[], smallint, text, integer) to anon, authenticated;
grant execute on function public.read_prompt(bigint) to anon, authenticated;
grant execute on function public.list_similar_prompts(bigint) to anon, authenticated;
grant execute on function public.list_own_prompts(text, integer) to authenticated;
grant execute on function public.list_saved_prompts(text, integer) to authenticated;
grant execute on function public.find_prompt_duplicates(jsonb) to authenticated;

-- 34_prompt_engagement.sql

grant execute on function public.save_prompt(bigint, boolean) to authenticated;

-- 35_prompt_reviews.sql

grant select on public.prompt_version to authenticated;
grant execute on function public.edit_prompt(bigint, jsonb, boolean) to authenticated;
grant execute on function public.hide_prompt(bigint, boolean) to authenticated;
grant execute on function public.save_prompt_edit(bigint, jsonb, boolean, integer) to authenticated;
grant execute on function public.stash_discarded_edit(bigint, jsonb) to authenticated;

-- 37_prompt_reports.sql

grant select on public.prompt_report to authenticated;
grant insert (prompt_id, user_id, reason, detail) on public.prompt_report to authenticated;

-- 40_email_addresses.sql

grant execute on function public.read_email_proof() to authenticated;
grant execute on function public.read_address() to authenticated;

-- 41_invites.sql

insert into private.invite_rule default values;
grant execute on function public.complete_sign_up(text) to authenticated;
grant execute on function public.takes_recommend_code() to authenticated;
grant execute on function public.read_invites(bigint) to authenticated;
grant execute on function public.open_sign_up(public."user") to authenticated;

-- 42_teams.sql

grant execute on function public.find_team_invite(text) to authenticated;
grant execute on function public.accept_team_seat(text, bigint) to authenticated;
grant execute on function public.end_team_seat(bigint) to authenticated;
grant execute on function public.read_team() to authenticated;
grant execute on function public.name_spenders(uuid[]) to authenticated;

-- 50_publications.sql

grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, is_important, published_at, updated_at) on
  public.notice to anon, authenticated;
grant select (id, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at, updated_at) on public.article to
  anon, authenticated;
grant execute on function public.receive_notices() to authenticated;
grant execute on function public.operator_list_publications(text, text, bigint) to authenticated;
grant execute on function public.operator_read_publication(text, bigint) to authenticated;
grant execute on function public.operator_save_publication(text, jsonb, text, bigint, integer) to authenticated;
grant execute on function public.operator_delete_publication(text, bigint) to authenticated;

-- 51_questions.sql

grant select (id, user_id, type, email, title, description, language, answer, answered_at, created_at, closed_at) on public.contact to
  authenticated;
grant execute on function public.operator_list_questions(boolean, text, bigint) to authenticated;
grant execute on function public.operator_read_question(bigint) to authenticated;
grant execute on function public.operator_close_question(bigint, boolean) to authenticated;

-- 52_visits.sql

grant insert (type, type_detail, url, uuid) on public.statistic_log to anon, authenticated;
grant execute on function public.operator_list_visits(integer) to authenticated;

-- 60_operators.sql

grant execute on function public.operator_set_role(uuid, text) to authenticated;
grant execute on function public.operator_list_log(bigint, uuid) to authenticated;
insert into private.gift_rule default values;

-- 61_operator_queues.sql

grant execute on function public.operator_read_overview() to authenticated;
grant execute on function public.operator_list_reviews(bigint) to authenticated;
grant execute on function public.operator_read_review(bigint) to authenticated;
grant execute on function public.operator_review_prompt(bigint, boolean, text) to authenticated;
grant execute on function public.operator_hide_prompt(bigint, text) to authenticated;
grant execute on function public.operator_list_reports(bigint) to authenticated;
grant execute on function public.operator_read_reports(bigint) to authenticated;
grant execute on function public.operator_decide_reports(bigint, boolean, text) to authenticated;
grant execute on function public.operator_list_invites(bigint) to authenticated;
grant execute on function public.operator_decide_invite(bigint, boolean) to authenticated;

-- 62_operator_members.sql

grant execute on function public.operator_list_members(text, text, uuid) to authenticated;
grant execute on function public.operator_read_member(uuid) to authenticated;
grant execute on function public.operator_list_movements(uuid, text, bigint) to authenticated;
grant execute on function public.operator_block_member(uuid, boolean, text) to authenticated;
grant execute on function public.operator_give(uuid, bigint, bigint, uuid, text) to authenticated;
grant execute on function public.operator_give_benefit(uuid, text, integer, text, timestamptz) to authenticated;
grant execute on function public.operator_end_benefit(uuid) to authenticated;

-- 90_realtime.sql

-- Hosted Supabase and local-backend begin with this publication.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;
alter publication supabase_realtime add table public.user_usage, public.user_alarm;
