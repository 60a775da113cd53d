// The database queries of pages and calls, in the product's own form.
import { alarmQueries, sessionQueries, textQueries, usageQueries } from './scale-member-queries.ts'
import { of, own, type ScaleQuery } from './scale-query.ts'
import { scaleWords } from './scale-rows.ts'

const content =
  'title, description, prompt, language, photo, prompt_model_id, prompt_category_sub_id, sample_result'
const orders =
  'code, type, plan, period, pack, amount, token, image, status, failure, card_issuer, card_last_four, receipt_url, created_at, paid_at, refunded'

const prompts = [
  ...of('/prompt/list', 'visitor', [
    { what: 'list_prompts, trending', text: 'select public.list_prompts()', isForAll: true },
    {
      what: 'list_prompts with a word',
      text: `select public.list_prompts(keyword => '${scaleWords[30]}')`,
      isForAll: true,
    },
  ]),
  ...of('/prompt/list', 'member', [
    { what: 'list_prompts, new', text: `select public.list_prompts(sort => 'new')`, isForAll: true },
    {
      what: 'list_prompts with a rare word',
      text: `select public.list_prompts(keyword => '프롬프트 77')`,
      isForAll: true,
    },
  ]),
  ...of('/prompt/detail', 'visitor', [
    { what: 'read_prompt', text: 'select public.read_prompt($1)', values: (s) => [s.prompt] },
    {
      what: 'list_similar_prompts',
      text: 'select public.list_similar_prompts($1)',
      values: (s) => [s.prompt],
    },
    {
      what: 'a view',
      text: 'insert into public.prompt_view (prompt_id) values ($1)',
      values: (s) => [s.prompt],
    },
  ]),
  ...of('/prompt/detail', 'member', [
    { what: 'save_prompt', text: 'select * from public.save_prompt($1, true)', values: (s) => [s.prompt] },
  ]),
  ...of('/prompt/edit', 'member', [
    {
      what: 'own prompt',
      text: `select is_show, review_status, ${content} from public.prompt where id = $1 and user_id = $2`,
      values: (s) => [s.ownPrompt, s.member],
    },
    {
      what: 'its newest version',
      text: `select number, status, reason, ${content} from public.prompt_version where prompt_id = $1 order by number desc limit 1`,
      values: (s) => [s.ownPrompt],
    },
    {
      what: 'find_similar_prompts, rare words',
      text: `select * from public.find_similar_prompts('여행 일정표', '##도시##에서 사흘 동안 머무를 가족에게 맞는 하루 일정표를 만들어라. 박물관과 공원, 식당 이름을 시간 순서로 적어라.')`,
    },
    {
      what: 'find_similar_prompts, the twenty most frequent words',
      text: `select * from public.find_similar_prompts('${scaleWords[0]}', '##주제##에 대해 ${scaleWords.slice(0, 20).join(' ')}')`,
    },
    {
      what: 'find_prompt_duplicates',
      text: `select public.find_prompt_duplicates('[{"title": "하나", "prompt": "##주제##에 대해 ${scaleWords.filter((_, place) => place % 97 === 0).join(' ')}"}]')`,
    },
  ]),
  ...of('/my/create', 'member', [
    { what: 'list_own_prompts', text: 'select public.list_own_prompts()' },
    {
      what: 'export of own prompts',
      text: `select id, review_status, created_at, ${content} from public.prompt where user_id = $1 and id > 0 order by id limit 200`,
      values: own,
    },
    { what: 'list_saved_prompts', text: 'select public.list_saved_prompts()' },
  ]),
  ...of('/my/run', 'member', [
    { what: 'list_prompt_uses', text: 'select public.list_prompt_uses()' },
    {
      what: 'list_prompt_uses in the middle',
      text: 'select public.list_prompt_uses($1)',
      values: (s) => [s.conversation],
    },
    {
      what: 'a conversation',
      text: `select id, status, title, prompt, prompt_parameter, result, prompt_model_id, model, is_demo, error_code, token, prompt_id, prompt_use_id, is_comparison, regenerated_from_id
        from public.prompt_use where id = $1 or prompt_use_id = $1 order by created_at, id`,
      values: (s) => [s.conversation],
    },
    {
      what: 'a conversation is deleted',
      text: 'delete from public.prompt_use where id = $1',
      values: (s) => [s.conversation],
    },
    {
      what: 'edit_prompt_result',
      text: `select public.edit_prompt_result($1, 'Korean')`,
      values: (s) => [s.conversation],
    },
  ]),
]

const account = [
  ...of('/my/plan', 'member', [
    {
      what: 'subscription',
      text: 'select id, plan, period, status, amount, period_start, period_end, next_try_at, ended_at from public.subscription where user_id = $1 order by id desc limit 1',
      values: own,
    },
    {
      what: 'charge under way',
      text: `select code from public.payment_order where user_id = $1 and status in ('CHARGING', 'UNKNOWN') limit 1`,
      values: own,
    },
    {
      what: 'orders',
      text: `select id, ${orders} from public.payment_order where user_id = $1 and not status in ('PENDING', 'CANCELED') order by id desc limit 31`,
      values: own,
    },
    {
      what: 'card and debts',
      text: 'select (select issuer from public.payment_card where user_id = $1), (select sum(token) from public.payment_debt where user_id = $1)',
      values: own,
    },
  ]),
  ...of('/my/invite', 'member', [{ what: 'read_invites', text: 'select public.read_invites()' }]),
  ...of('/my/team', 'member', [{ what: 'read_team', text: 'select public.read_team()' }]),
  ...of('/contact', 'member', [
    {
      what: 'own questions',
      text: 'select id, type, title, description, answer, answered_at, closed_at, created_at from public.contact order by id desc limit 30',
    },
  ]),
  ...of('/notice', 'visitor', [
    {
      what: 'list of notices',
      text: 'select id, type, title_ko, summary_ko, published_at from public.notice order by published_at desc, id desc limit 31',
      isForAll: true,
    },
    {
      what: 'list of articles',
      text: 'select id, type, title_ko, summary_ko, published_at from public.article order by published_at desc, id desc limit 31',
      isForAll: true,
    },
  ]),
]

/** An unused number for a text. */
const benchText = 2_000_000_000
const openRun = `select private.open_run('tool_use', ${benchText}, 1, $1::uuid, 100, 0, 'gpt', '{}', 60)`
const openedRun = `(select id from private.run where kind = 'tool_use' and subject_id = ${benchText} and member_id = $1 order by id desc limit 1)`

/** Runs and charges: the server's own calls. */
const running = of('a run', 'server', [
  {
    what: 'idempotency key',
    text: `insert into private.idempotent_request as k (member_id, key, fingerprint) values ($1, 'bench', sha256('x'))
      on conflict (member_id, key) do update set fingerprint = excluded.fingerprint where k.answer is null returning key`,
    values: own,
  },
  {
    what: 'count_run_of_day',
    text: 'select private.count_run_of_day($1, 1000, 0, 1000, 1000000000, 1000, 1000000000, 1000000000000, 1000000000)',
    values: own,
  },
  { what: 'open_run', text: openRun, values: own },
  {
    what: 'row of the text',
    text: `insert into public.tool_use (user_id, tool, status, request, language, model) values ($1, 'article', 'running', '{"topic": "x"}', 'Korean', 'gpt') returning id`,
    values: own,
  },
  {
    what: 'place in line',
    text: `select count(*) from private.run where ended_at is null and id < ${openedRun}`,
    values: own,
    before: openRun,
  },
  {
    what: 'save_runs, ten runs',
    text: `select * from private.save_runs(array(select id from private.run where ended_at is null order by id limit 10), array(select 9000000::bigint + i from generate_series(1, 10) i),
      array(select 9000000::bigint + i from generate_series(1, 10) i), array(select repeat('x', 400) from generate_series(1, 10)),
      array(select 'text'::text from generate_series(1, 10)), 60)`,
    isForAll: true,
  },
  {
    what: 'events after an id',
    text: `select first_id, last_id, events from private.run_event where run_id = (select max(run_id) - 500 from private.run_event) and last_id > 1000100 order by first_id limit 500`,
    isForAll: true,
  },
  {
    what: 'settle_run',
    text: `select * from private.settle_run(${openedRun}, 'done', 90, 0)`,
    values: own,
    before: openRun,
  },
  {
    what: 'the newest run of a text',
    text: `select id, status, state from private.run where kind = 'tool_use' and subject_id = $1 and member_id = $2 order by id desc limit 1`,
    values: (s) => [s.text, s.member],
  },
  {
    what: 'available balance',
    text: `select u.token + u.payment_token - coalesce(sum(r.held_token), 0) from public.user_usage u left join private.run r on r.payer_id = u.id and r.ended_at is null where u.id = private.payer_of($1) group by u.id`,
    values: own,
  },
  {
    what: 'add_team_seat',
    text: `select * from private.add_team_seat(bench.member(6), 'm' || $1 || '@example.com', 'a' || $1, 's', 't' || $1, gen_random_uuid(), 'ko', 7, 100, 1000, 1000, 1000)`,
    values: ({ n }) => [n + 100],
  },
  {
    what: 'open_order',
    text: `select private.open_order($1::uuid, 'bench-' || substr(md5($1::uuid::text), 1, 20), 'pack', null, null, 'small', 5000, 50000, 0)`,
    values: own,
  },
  {
    what: 'settle_paid',
    text: `select private.settle_paid('bench-' || substr(md5($1::uuid::text), 1, 20) || '-1', 'key-' || $1::uuid, 5000, now(), null, null, null)`,
    values: own,
    before: `select private.begin_charge(private.open_order($1::uuid, 'bench-' || substr(md5($1::uuid::text), 1, 20), 'pack', null, null, 'small', 5000, 50000, 0), 60)`,
  },
])

const operatorsQueries = of('/admin', 'operator', [
  { what: 'operator_read_overview', text: 'select public.operator_read_overview()', isForAll: true },
  { what: 'operator_list_members', text: 'select public.operator_list_members()', isForAll: true },
  {
    what: 'operator_list_members by name',
    text: `select public.operator_list_members('member' || $1)`,
    values: ({ n }) => [n],
  },
  {
    what: 'operator_list_members by a short name',
    text: `select public.operator_list_members('me')`,
    isForAll: true,
  },
  {
    what: 'operator_list_members, left',
    text: `select public.operator_list_members(state => 'left')`,
    isForAll: true,
  },
  {
    what: 'operator_list_members by name, blocked',
    text: `select public.operator_list_members('member1', 'blocked')`,
    isForAll: true,
  },
  { what: 'operator_read_member', text: 'select public.operator_read_member($1)', values: own },
  {
    what: 'operator_list_movements',
    text: `select public.operator_list_movements($1, 'token')`,
    values: own,
  },
  { what: 'operator_list_orders', text: 'select public.operator_list_orders($1)', values: own },
  { what: 'operator_list_log', text: 'select public.operator_list_log()', isForAll: true },
  { what: 'operator_list_log of one', text: 'select public.operator_list_log(null, $1)', values: own },
  { what: 'operator_list_visits', text: 'select public.operator_list_visits()', isForAll: true },
  { what: 'operator_list_questions', text: 'select public.operator_list_questions(true)', isForAll: true },
  {
    what: 'operator_list_questions, closed',
    text: 'select public.operator_list_questions(false)',
    isForAll: true,
  },
  { what: 'operator_list_reviews', text: 'select public.operator_list_reviews()', isForAll: true },
  {
    what: 'operator_read_review',
    text: `select public.operator_read_review((select min(id) from public.prompt_version where status = 'in_review'))`,
    isForAll: true,
  },
  { what: 'operator_list_reports', text: 'select public.operator_list_reports()', isForAll: true },
  { what: 'operator_list_invites', text: 'select public.operator_list_invites()', isForAll: true },
  {
    what: 'operator_list_publications',
    text: `select public.operator_list_publications('notice')`,
    isForAll: true,
  },
])

export const scaleQueries: ScaleQuery[] = [
  ...sessionQueries,
  ...alarmQueries,
  ...usageQueries,
  ...textQueries,
  ...prompts,
  ...account,
  ...running,
  ...operatorsQueries,
]
