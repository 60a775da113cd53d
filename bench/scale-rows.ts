// The rows of a large site, as set-based statements: who wrote how much, and the figures that follow from it.
import { makeWords } from './prepare-prompts.ts'

/** The most frequent first. */
export const scaleWords = makeWords('ko')

/** How many rows of each kind. They are part of the statements, and come from two numbers on the command line. */
export type ScalePlan = {
  members: number
  rows: number
  texts: number
  charges: number
  visits: number
  events: number
  /** The runs of texts, in the three months of their retention. */
  runs: number
  alarms: number
  promptUses: number
  versions: number
  views: number
  edits: number
  images: number
  searches: number
  likes: number
  prompts: number
  emails: number
  questions: number
  subscriptions: number
}

/** Of the members who are sampled: the first five have a fortieth of everything, the sixth pays for the four of the team. */
export const heavyMembers = [1, 2, 3, 4, 5] as const
/** Of everything, for each of them. */
export const shareOfHeavy = 1 / 200
export const teamOwner = 6
export const teamSeats = [7, 8, 9, 10] as const
export const operator = 11
/** Runs that are active during all measurements. */
export const runningTexts = 100
const firstOfCrowd = 12
const membersPerSubscription = 33

export function planScale(members: number, rows: number): ScalePlan {
  const share = (percent: number) => Math.floor((rows * percent) / 100)
  return {
    members,
    rows,
    texts: share(6),
    // Two more of the ledger for each member: the welcome and what evens the balance out.
    charges: Math.max(share(40) - 2 * members, share(20)),
    visits: share(20),
    events: share(12),
    runs: share(0.6),
    alarms: share(10),
    promptUses: share(4),
    versions: share(2),
    views: share(3),
    edits: share(1),
    images: share(0.5),
    searches: share(0.6),
    likes: share(0.4),
    prompts: share(0.2),
    emails: share(0.4),
    questions: share(0.05),
    subscriptions: Math.floor((members - 100) / membersPerSubscription),
  }
}

/** A statement over the numbers `$1` to `$2`; if there are several, their tables are independent. */
export type Filling = { table: string; from: number; to: number; text: string }

/** The functions that give this file's statements members, chance and time. They are dropped with the data. */
export const prepareFunctions = ({ members, texts }: ScalePlan): string => `
  create schema bench;
  grant usage on schema bench to public;
  create function bench.member(n bigint) returns uuid language sql immutable parallel safe as $$ select md5('member ' || n)::uuid $$;
  create function bench.draw(g bigint, seed integer) returns double precision language sql immutable parallel safe
    as $$ select (hashint8extended(g, seed) & 4294967295) / 4294967296.0::double precision $$;
  create function bench.whose(g bigint) returns bigint language sql immutable parallel safe as $$
    select case when g % 200 < ${heavyMembers.length} then 1 + g % 200
      when g % 200 = ${heavyMembers.length} then ${teamSeats[0]} + g / 200 % ${teamSeats.length}
      else ${firstOfCrowd} + floor(${members - firstOfCrowd} * power(bench.draw(g, 1), 2))::bigint end $$;
  create function bench.author(t bigint) returns bigint language sql immutable parallel safe as $$
    select case when t > ${texts - runningTexts} then ${members - texts} + t else bench.whose(t) end $$;
  create function bench.payer(n bigint) returns bigint language sql immutable parallel safe as $$
    select case when n between ${teamSeats[0]} and ${teamSeats.at(-1)} then ${teamOwner} else n end $$;
  -- The site grows: of rows that are kept for good, the newer half of the time has three quarters.
  create function bench.grown(part double precision, days integer) returns timestamptz language sql stable parallel safe
    as $$ select now() - make_interval(secs => days * 86400.0 * (1 - sqrt(part))) $$;
  create function bench.even(part double precision, days integer) returns timestamptz language sql stable parallel safe
    as $$ select now() - make_interval(secs => days * 86400.0 * (1 - part)) $$;
  create function bench.file(kind text, t bigint, ending text) returns text language sql immutable parallel safe
    as $$ select md5(kind || t) || '/I' || lpad(t::text, 13, '0') || '.' || ending $$;
  -- Most words are rare, as in real texts: the one at place n comes about n^(-2/3) times as often as the first.
  create table bench.vocabulary as select array[${scaleWords.map((word) => `'${word}'`).join(',')}] as words;
  create function bench.word(g bigint, seed integer) returns text language sql stable parallel safe
    as $$ select words[1 + floor(${scaleWords.length} * power(bench.draw(g, seed), 3))::integer] from bench.vocabulary $$;
  create table bench.text (n integer primary key, content text not null);
  insert into bench.text
    select n, (select string_agg(w.word, ' ') from (
      select bench.word(n * 1000 + i, 5) as word
      from generate_series(1, 40 + floor(360 * power(bench.draw(n, 6), 3))::integer) i) w)
    from generate_series(0, 999) n;
  analyze bench.text;`

const numbers = 'generate_series($1::bigint, $2::bigint) g'

/** Independent rows: in any order, any two in parallel. */
export function fillings(plan: ScalePlan): Filling[] {
  const { members, texts } = plan
  const one = (table: string, to: number, text: string): Filling => ({ table, from: 1, to, text })
  return [
    one(
      'auth.users',
      members,
      `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       select '00000000-0000-0000-0000-000000000000', bench.member(g), 'authenticated', 'authenticated', 'm' || g || '@example.com', now(),
         '{"provider": "google", "providers": ["google"]}', jsonb_build_object('name', 'member' || g), bench.even(g / ${members}.0, 1095), now() from ${numbers}`,
    ),
    one(
      'auth.identities',
      members,
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       select 'sub-' || g, bench.member(g), jsonb_build_object('sub', 'sub-' || g, 'email', 'm' || g || '@example.com', 'name', 'member' || g), 'google', now(), now(), now()
       from ${numbers}`,
    ),
    one(
      'auth.sessions',
      members,
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
       select md5('session ' || g)::uuid, bench.member(g), now(), now(), case when g = ${operator} then 'aal2' else 'aal1' end::auth.aal_level from ${numbers}`,
    ),
    one(
      'public."user"',
      members,
      `insert into public."user" (id, nickname, email, provider, role, recommend_code, is_email_reception, is_terms_use, is_terms_privacy, is_block, is_dormant,
         is_active, logined_at, created_at)
       select bench.member(g), 'member' || g, case when g % 500 <> 499 then 'm' || g || '@example.com' end, case when g % 500 = 499 then 'deleted' else 'google' end,
         case when g = ${operator} then 'owner' else 'member' end,
         (select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + (((g * 733434101) >> (5 * i)) & 31)::integer, 1), '') from generate_series(0, 7) i),
         bench.draw(g, 2) < 0.3, true, true, g % 1000 = 998, g > 1000 and (s.days > 365 and s.days < 499 and g % 500 <> 499), g % 500 <> 499,
         now() - make_interval(secs => s.days * 86400), least(bench.even(g / ${members}.0, 1095), now() - make_interval(secs => s.days * 86400))
       from ${numbers} cross join lateral (select case when g <= 1000 then 1 else 500 * power(bench.draw(g, 3), 2) end as days) s`,
    ),
    one(
      'public.user_referrer',
      members,
      `insert into public.user_referrer (id, use, expertise, find) select bench.member(g), 'work', 'writing', 'naver' from ${numbers}`,
    ),
    one(
      'private.sign_up_completion',
      members,
      `insert into private.sign_up_completion (user_id) select bench.member(g) from ${numbers}`,
    ),
    one(
      'private.news_reader',
      members,
      `insert into private.news_reader (user_id, language) select bench.member(g), case when g % 4 = 0 then 'en' else 'ko' end from ${numbers} where bench.draw(g, 2) < 0.3`,
    ),
    one(
      'public.user_tone',
      members,
      `insert into public.user_tone (id, status, title, description, icon, result) select bench.member(g), 'created', '차분한 말투', '짧고 단정한 문장', 'pen', '짧은 문장으로 쓴다.'
       from ${numbers} where g % 20 = 1`,
    ),
    one(
      'public.tone_analysis',
      members,
      `insert into public.tone_analysis (user_id, urls, language, status, model, title, description, icon, result, created_at)
       select bench.member(g), '{https://a.example/1,https://a.example/2,https://a.example/3}', 'ko', 'done', 'gpt', '차분한 말투', '단정한 문장', 'pen', '짧게 쓴다.',
         bench.even(g / ${members}.0, 91) from ${numbers} where g % 20 = 1`,
    ),
    one(
      'public.tool_use',
      texts,
      `insert into public.tool_use (id, user_id, tool, status, stage, request, language, model, title, outline, content, thumbnail, token, duration, saved_at, share_id,
         created_at, updated_at, deleted_at) overriding system value
       select g, bench.member(bench.author(g)), (array['article', 'document', 'email', 'business-plan', 'cover-letter', 'instagram-feed'])[1 + g % 6],
         case when g > ${texts - runningTexts} then 'running' when g % 50 = 0 then 'failed' else 'done' end, 'done',
         jsonb_build_object('topic', '주제 ' || g, 'length', 'medium')
           || case when g % 30 = 0 then jsonb_build_object('files', jsonb_build_array(jsonb_build_object('path', bench.file('document', g, 'pdf')))) else '{}' end,
         case when g % 4 = 0 then 'English' else 'Korean' end, 'gpt', '글 ' || g || ' 제목', array['들어가며', '본론', '맺으며'], '# 글 ' || g || e'\\n\\n' || t.content,
         case when g % 30 = 1 then '![사진](/storage/v1/object/public/image/' || bench.file('image', g, 'jpg') || '#1200x800)' end,
         case when g % 50 = 0 then 0 else 1200 end, 20000, case when g % 50 <> 0 then bench.grown(g / ${texts}.0, 1095) end,
         case when g % 40 = 1 then md5('share ' || g)::uuid end, bench.grown(g / ${texts}.0, 1095), bench.grown(g / ${texts}.0, 1095),
         case when g % ${Math.max(Math.floor(texts / 300), 50)} = 7 and g < ${texts - 1000} then now() - interval '20 minutes' end
       from ${numbers} join bench.text t on t.n = hashint8(g) & 511`,
    ),
    one(
      'private.file_reference',
      texts,
      `insert into private.file_reference (bucket, path, user_id, tool_use_id)
       select case when g % 30 = 0 then 'document' else 'image' end, bench.file(case when g % 30 = 0 then 'document' else 'image' end, g, case when g % 30 = 0 then 'pdf' else 'jpg' end),
         bench.member(bench.author(g)), g from ${numbers} where g % 30 < 2`,
    ),
    one(
      'storage.objects',
      texts,
      `insert into storage.objects (bucket_id, name, owner, owner_id, created_at, updated_at, metadata)
       select case when g % 30 = 0 then 'document' else 'image' end, bench.file(case when g % 30 = 0 then 'document' else 'image' end, g, case when g % 30 = 0 then 'pdf' else 'jpg' end),
         bench.member(bench.author(g)), bench.member(bench.author(g))::text, bench.grown(g / ${texts}.0, 1095), now(), '{"size": 200000, "mimetype": "application/pdf"}'
       from ${numbers} where g % 30 < 2`,
    ),
    one(
      'public.tool_use_version',
      plan.versions,
      `insert into public.tool_use_version (tool_use_id, number, title, content, tags, made_by, created_at)
       select 1 + (g - 1) / 3 * ${Math.floor(texts / (plan.versions / 3 + 1))}, 1 + (g - 1) % 3, '글 제목', '# 글 ' || g || e'\\n\\n' || t.content, '{}', 'run', bench.grown(g / ${plan.versions}.0, 1095)
       from ${numbers} join bench.text t on t.n = hashint8(g) & 511`,
    ),
    one(
      'public.tool_edit',
      plan.edits,
      `insert into public.tool_edit (user_id, tool_use_id, feature, status, model, result, token, duration, created_at)
       select bench.member(bench.author(t)), t, 'text-improve', 'done', 'gpt', repeat('고친 문장입니다. ', 12), 300, 3000, bench.even(g / ${plan.edits}.0, 91)
       from ${numbers} cross join lateral (select ${texts - plan.edits} + g as t) p`,
    ),
    one(
      'private.run',
      plan.runs,
      `insert into private.run (id, kind, subject_id, member_id, payer_id, model, status, held_token, held_image, token, state, lease_until, created_at, ended_at) overriding system value
       select g, 'tool_use', t, bench.member(bench.author(t)), bench.member(bench.payer(bench.author(t))), 'gpt', case when r.goes_on then 'running' else 'done' end, 3000, 0,
         case when r.goes_on then 0 else 1200 end, case when not r.goes_on and g > ${plan.runs - Math.ceil(plan.events / 100)} then '{"status": "done"}'::jsonb end,
         case when r.goes_on then now() + interval '1 day' else r.at end, r.at, case when not r.goes_on then r.at + interval '40 seconds' end
       from ${numbers} cross join lateral (select ${texts - plan.runs} + g as t) p
         cross join lateral (select g > ${plan.runs - runningTexts} as goes_on, bench.even(g / ${plan.runs}.0, 92) as at) r`,
    ),
    one(
      'private.run_event',
      plan.events,
      `insert into private.run_event (run_id, first_id, last_id, events)
       select ${plan.runs - Math.ceil(plan.events / 100)} + 1 + (g - 1) / 100, 1000001 + (g - 1) % 100 * 4, 1000004 + (g - 1) % 100 * 4,
         repeat('{"type":"text","text":"문장을 다듬는 글쓰기 도구 ' || g || '"}' || e'\\n', 4) from ${numbers}`,
    ),
    one(
      'public.user_alarm',
      plan.alarms,
      `insert into public.user_alarm (user_id, kind, source_id, data, is_read, created_at)
       select bench.member(bench.whose(g)), case when g % 3 = 0 then 'prompt_execute' else 'tool_execute' end, g::text, jsonb_build_object('title', '글 ' || g, 'tool', 'article'),
         bench.draw(g, 4) < 0.7, bench.even(g / ${plan.alarms}.0, 366) from ${numbers}`,
    ),
    one(
      'public.statistic_log',
      plan.visits,
      `insert into public.statistic_log (type, type_detail, url, uuid, created_at)
       select 'VIEW', case when g % 5 = 0 then 'VIEW_UNIQUE' else 'VIEW_PAGE' end, '/ko/prompt/detail/' || g % 1000, case when g % 2 = 0 then bench.member(bench.whose(g / 2)) end,
         bench.even(g / ${plan.visits}.0, 91) from ${numbers}`,
    ),
    one(
      'public.prompt_use',
      plan.promptUses,
      `insert into public.prompt_use (id, status, prompt, prompt_parameter, result, token, duration, prompt_id, prompt_type_id, prompt_model_id, prompt_use_id, user_id, created_at,
         updated_at, title, model, is_comparison) overriding system value
       select p.id, case when p.id % 70 = 5 then 'failed' else 'done' end, '##주제##에 대해 설명해 줘', '{"주제": "글쓰기"}', t.content, 900, 9000,
         case when p.id % 5 < 3 then 1 + floor(${plan.prompts} * power(bench.draw(p.id, 7), 2))::bigint end, 1, 1, case when p.id % 5 > 2 then p.id - p.id % 5 end,
         bench.member(bench.whose(p.id / 5)), bench.grown(g / ${plan.promptUses}.0, 1095), now(), case when p.id % 5 < 3 then '프롬프트 ' || p.id else '' end, 'gpt', p.id % 5 = 4
       from ${numbers} cross join lateral (select g + 4 as id) p join bench.text t on t.n = hashint8(g) & 255`,
    ),
    one(
      'public.keyword_search',
      plan.searches,
      `insert into public.keyword_search (user_id, keyword, key, status, is_sample, token, created_at, done_at)
       select bench.member(bench.whose(g)), '검색어 ' || g % 5000, '검색어' || g % 5000, 'done', false, 500, bench.even(g / ${plan.searches}.0, 366), bench.even(g / ${plan.searches}.0, 366)
       from ${numbers}`,
    ),
    one(
      'private.keyword_report',
      5000,
      `insert into private.keyword_report (kind, key, is_sample, data, read_at)
       select 'data', '검색어' || g, false, jsonb_build_object('months', array(select i * 1000 from generate_series(1, 60) i)), bench.even(g / 5000.0, 3) from ${numbers}`,
    ),
    one(
      'private.email_outbox',
      plan.emails,
      `insert into private.email_outbox (kind, idempotency_key, user_id, language, state, attempts, expires_at, created_at, ended_at)
       select 'receipt', 'receipt:' || g, bench.member(bench.whose(g)), 'ko', 'sent', 1, e.at, e.at, e.at from ${numbers} cross join lateral (select bench.even(g / ${plan.emails}.0, 32) as at) e`,
    ),
    one(
      'public.contact',
      plan.questions,
      `insert into public.contact (user_id, type, email, title, description, language, answer, answered_at, created_at)
       select bench.member(bench.whose(g)), 'service', 'm@example.com', '질문 ' || g, '결제 영수증은 어디에서 볼 수 있나요?', 'ko', a.answer, case when a.answer is not null then now() end,
         bench.grown(g / ${plan.questions}.0, 1095)
       from ${numbers} cross join lateral (select case when g <= ${Math.max(plan.questions - 200, 1)} then '설정에서 볼 수 있습니다.' end as answer) a`,
    ),
  ]
}
