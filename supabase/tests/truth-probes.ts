// How who-may-what.db.test.ts asks for each table.
import { paymentProbes } from './payment-probes.ts'

/** How to reach the row of `$1` (a person's id), what to insert for that person, and a column that a change would touch. */
export const probes: Record<
  string,
  { key: string; insert: string; change: string; column?: string; shared?: true }
> = {
  user: {
    key: 'id',
    insert: `(id, nickname, provider) values ($1, 'newcomer', 'google')`,
    change: `nickname = 'renamed'`,
    column: 'nickname',
  },
  user_referrer: { key: 'id', insert: `(id, use) values ($1, 'work')`, change: `use = 'hobby'` },
  user_consent: {
    key: 'user_id',
    insert: `(user_id, kind, version, is_given) values ($1, 'news', '2026-11-25', true)`,
    change: `is_given = false`,
  },
  user_usage: { key: 'id', insert: `(id) values ($1)`, change: `plan = 'pro'` },
  user_benefit: {
    key: 'id',
    insert: `(id, type, duration, duration_unit, start_at, end_at) values ($1, 'gift', 1, 'day', now(), now() + interval '1 day')`,
    change: `end_at = now() + interval '9 years'`,
  },
  user_tone: { key: 'id', insert: `(id) values ($1)`, change: `title = 'x'` },
  token_history: {
    key: 'user_id',
    insert: `(user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 5, 0, 'mine')`,
    change: `amount = 9`,
  },
  image_history: {
    key: 'user_id',
    insert: `(user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 5, 0, 'mine')`,
    change: `amount = 9`,
  },
  user_alarm: {
    key: 'user_id',
    insert: `(user_id, kind, source_id) values ($1, 'notice', 'x')`,
    change: `is_read = true`,
  },
  prompt_type: { key: 'id', insert: `(id, name) values (9, 'x')`, change: `name = 'x'`, shared: true },
  prompt_model: {
    key: 'id',
    insert: `(id, name, prompt_type_id) values (9, 'x', 1)`,
    change: `name = 'x'`,
    shared: true,
  },
  prompt_category_main: {
    key: 'id',
    insert: `(id, code, label_ko, label_en) values (99, 'x', 'x', 'x')`,
    change: `code = 'x'`,
    shared: true,
  },
  prompt_category_sub: {
    key: 'id',
    insert: `(id, prompt_category_main_id, code, label_ko, label_en) values (99, 1, 'x', 'x', 'x')`,
    change: `code = 'x'`,
    shared: true,
  },
  prompt: {
    key: 'user_id',
    insert: `(title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id) values ('t', 'd', 'p', 'ko', $1, 1, 1)`,
    change: `title = 'x'`,
    column: 'title',
  },
  prompt_version: {
    key: '(select p.user_id from public.prompt p where p.id = prompt_id)',
    insert: `(prompt_id, number, status, title, description, prompt, language, prompt_model_id, prompt_category_sub_id) select id, 9, 'draft', 't', 'd', 'p', 'ko', 1, 1 from public.prompt where user_id = $1`,
    change: `status = 'approved'`,
  },
  prompt_report: {
    key: 'user_id',
    insert: `(prompt_id, user_id, reason) values (2, $1, 'copied')`,
    change: `status = 'kept'`,
  },
  prompt_like: {
    key: 'user_id',
    insert: `(prompt_id, user_id) values (2, $1)`,
    change: `created_at = now()`,
  },
  prompt_action: {
    key: 'user_id',
    insert: `(type, prompt_id, user_id) values ('thank', 2, $1)`,
    change: `type = 'thank'`,
  },
  prompt_view: {
    key: 'user_id',
    insert: `(prompt_id, user_id) values (2, $1)`,
    change: `user_id = null`,
  },
  prompt_use: {
    key: 'user_id',
    insert: `(prompt, prompt_type_id, prompt_model_id, user_id) values ('p', 1, 1, $1)`,
    change: `status = 'done'`,
  },
  tool_use: {
    key: 'user_id',
    insert: `(user_id, tool, request, language, model) values ($1, 'article', '{}', 'Korean', 'demo')`,
    change: `title = 'x'`,
    column: 'title',
  },
  tool_edit: {
    key: 'user_id',
    insert: `(user_id, tool_use_id, feature, model) select $1, id, 'text', 'demo' from public.tool_use where user_id = $1`,
    change: `result = 'x'`,
  },
  tone_analysis: {
    key: 'user_id',
    insert: `(user_id, urls, language, model) values ($1, '{a,b,c}', 'ko', 'demo')`,
    change: `title = 'x'`,
  },
  keyword_search: {
    key: 'user_id',
    insert: `(user_id, keyword, key, is_sample) values ($1, 'xx', 'XX', true)`,
    change: `keyword = 'yy'`,
  },
  saved_keyword: {
    key: 'user_id',
    insert: `(user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at) values ($1, 'xx', 'XX', true, '{}', now(), '{}', now())`,
    change: `note = 'x'`,
  },
  keyword_rank: {
    key: '(select k.user_id from public.saved_keyword k where k.id = saved_id)',
    insert: `(saved_id, blog) select id, 'example.com' from public.saved_keyword where user_id = $1`,
    change: `position = 1`,
  },
  saved_keyword_week: {
    key: '(select k.user_id from public.saved_keyword k where k.id = saved_id)',
    insert: `(saved_id, week, less_than, read_at) select id, '2026-01-05', false, now() from public.saved_keyword where user_id = $1`,
    change: `searches = 1`,
  },
  tool_use_version: {
    key: '(select t.user_id from public.tool_use t where t.id = tool_use_id)',
    insert: `(tool_use_id, number, content, tags, made_by) select id, 9, 'x', '{}', 'person' from public.tool_use where user_id = $1`,
    change: `content = 'x'`,
  },
  article: {
    key: 'id',
    insert: `(key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at) values ('mine', 'tip', 'x', 'x', 'x', 'x', 'x', 'x', now())`,
    change: `type = 'info'`,
    shared: true,
  },
  notice: {
    key: 'id',
    insert: `(key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at) values ('mine', 'info', 'x', 'x', 'x', 'x', 'x', 'x', now())`,
    change: `type = 'event'`,
    shared: true,
  },
  contact: {
    key: 'user_id',
    insert: `(user_id, type, email, title, description, language) values ($1, 'etc', 'a@example.com', 't', 'd', 'ko')`,
    change: `answer = 'x'`,
  },
  statistic_log: {
    key: 'uuid',
    insert: `(type, type_detail, url, uuid) values ('VIEW', 'VIEW_PAGE', '/ko', $1)`,
    change: `url = '/x'`,
  },
  ...paymentProbes,
}
