// The queries of members' own pages: session, alarms, movements, texts.
import { of, own } from './scale-query.ts'

const lines = 'id, tool, status, title, language, is_demo, token, image, thumbnail, saved_at, created_at'

export const sessionQueries = [
  ...of('every page', 'member', [
    {
      what: 'own record',
      text: `select u.id, u.uuid, u.nickname, u.email, u.photo, u.role, u.is_block, public.needs_second_factor(u), public.open_sign_up(u) from public."user" u where u.id = $1`,
      values: own,
    },
    { what: 'read_usage', text: 'select public.read_usage()' },
    { what: 'receive_notices', text: 'select public.receive_notices()' },
    {
      what: 'count of alarms',
      text: 'select count(*) from (select id from public.user_alarm where user_id = $1) a',
      values: own,
    },
    {
      what: 'count of unread alarms',
      text: 'select count(*) from (select id from public.user_alarm where user_id = $1 and is_read = false) a',
      values: own,
    },
  ]),
  ...of('every page', 'visitor', [
    {
      what: 'a visit',
      text: `insert into public.statistic_log (type, type_detail, url) values ('VIEW', 'VIEW_PAGE', '/ko')`,
      isForAll: true,
    },
  ]),
  ...of('sign-in', 'server', [
    {
      what: 'identity of a provider',
      text: `select i.user_id, u.email from auth.identities i join auth.users u on u.id = i.user_id where i.provider = 'google' and i.provider_id = 'sub-' || $1`,
      values: ({ n }) => [n],
    },
    {
      what: 'account by address',
      text: `select u.id, u.email_confirmed_at is not null from auth.users u where u.email = 'm' || $1 || '@example.com' and u.is_sso_user = false`,
      values: ({ n }) => [n],
    },
    {
      what: 'account by address, as local-backend asks',
      text: `select u.id, u.email_confirmed_at is not null from auth.users u where u.is_sso_user = false and u.deleted_at is null and u.id in (
        select o.id from auth.users o where o.email = 'm' || $1 || '@example.com' and o.is_sso_user = false
        union all select i.user_id from auth.identities i where i.email = lower('m' || $1 || '@example.com')
          and i.identity_data ->> 'email' = 'm' || $1 || '@example.com' and (i.identity_data ->> 'email_verified')::boolean) for update`,
      values: ({ n }) => [n],
      isForAll: true,
    },
    {
      what: 'session and member of a call of /v1',
      text: `select s.id, u.id, u.is_block, u.is_active, private.effective_plan(u.id), exists (select from auth.mfa_factors f where f.user_id = a.id and f.status = 'verified')
        from (select $1::uuid as id) a left join auth.sessions s on s.user_id = a.id and s.id = $2::uuid left join public."user" u on u.id = a.id`,
      values: (s) => [s.member, s.session],
    },
  ]),
  ...of('sign-in', 'member', [
    { what: 'record_sign_in', text: 'select public.record_sign_in()' },
    {
      what: 'the survey',
      text: 'select use, expertise, find, recommend_code from public.user_referrer where id = $1',
      values: own,
    },
    { what: 'takes_recommend_code', text: 'select public.takes_recommend_code()' },
  ]),
  ...of('/invite', 'visitor', [
    {
      what: 'find_inviter',
      text: `select * from public.find_inviter('ABCD2345')`,
      isForAll: true,
    },
  ]),
  ...of('/my/setting', 'member', [
    { what: 'read_email_proof', text: 'select public.read_email_proof()' },
    { what: 'read_address', text: 'select public.read_address()' },
    { what: 'read_factor_safety', text: 'select public.read_factor_safety()' },
  ]),
]

export const alarmQueries = of('/alarm', 'member', [
  {
    what: 'the first hundred',
    text: 'select id, kind, source_id, data, is_read, created_at from public.user_alarm order by id desc limit 100',
  },
  {
    what: 'a page in the middle',
    text: 'select id, kind, source_id, data, is_read, created_at from public.user_alarm where id < $1 order by id desc limit 100',
    values: (s) => [s.alarm],
  },
  {
    what: 'one is read',
    text: 'update public.user_alarm set is_read = true where id = $1',
    values: (s) => [s.alarm],
  },
  {
    what: 'those of one text are read',
    text: `update public.user_alarm set is_read = true where kind = 'tool_execute' and source_id = $1::text and is_read = false returning id`,
    values: (s) => [s.alarm],
  },
  {
    what: 'all are read',
    text: 'update public.user_alarm set is_read = true where user_id = $1 and is_read = false',
    values: own,
  },
  { what: 'all are deleted', text: 'delete from public.user_alarm where user_id = $1', values: own },
])

export const usageQueries = of('/usage/history', 'member', [
  { what: 'first page of tokens', text: 'select * from public.list_token_movements(rows_max => 31)' },
  {
    what: 'a page of tokens in the middle',
    text: 'select * from public.list_token_movements(before_id => $1, rows_max => 31)',
    values: (s) => [s.movement],
  },
  { what: 'first page of images', text: 'select * from public.list_image_movements(rows_max => 31)' },
  { what: 'count_movements', text: 'select * from public.count_movements()' },
  {
    what: 'titles of texts',
    text: 'select id, title, tool from public.tool_use where id = any ($1)',
    values: (s) => [s.texts],
  },
  {
    what: 'runs of prompts',
    text: 'select id, prompt_use_id, prompt_id from public.prompt_use where id = any ($1)',
    values: (s) => [s.conversations],
  },
  {
    what: 'name_used_prompts',
    text: 'select * from public.name_used_prompts(array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])',
  },
  {
    what: 'name_spenders',
    text: 'select * from public.name_spenders(array[bench.member(7), bench.member(8), $1::uuid])',
    values: own,
  },
])

export const textQueries = [
  ...of('/my/history', 'member', [
    { what: 'list_texts', text: 'select * from public.list_texts()' },
    { what: 'list_texts of one tool', text: `select * from public.list_texts(of_tool => 'email')` },
    {
      what: 'list_texts in the middle',
      text: `select * from public.list_texts(cursor => $1 || '~')`,
      values: (s) => [String(s.text)],
    },
    { what: 'list_texts with a word', text: `select * from public.list_texts(search => '시장 분석')` },
    {
      what: 'list_texts with a typing error',
      text: `select * from public.list_texts(search => '시잘분석에')`,
    },
    { what: 'list_texts by change', text: `select * from public.list_texts(sort => 'changed')` },
    { what: 'list_texts of the trash', text: `select * from public.list_texts(is_trash => true)` },
    { what: 'list_labels', text: 'select * from public.list_labels()' },
    { what: 'delete_texts', text: 'select public.delete_texts(array[$1::bigint])', values: (s) => [s.text] },
    { what: 'rename_text', text: `select public.rename_text($1, '새 제목')`, values: (s) => [s.text] },
    { what: 'duplicate_text', text: `select public.duplicate_text($1, '사본')`, values: (s) => [s.text] },
  ]),
  ...of('/tool', 'member', [
    {
      what: 'a text',
      text: `select ${lines}, titles, outline, sources, content, tags, revision, share_id, error_code, picture_error, stage, request from public.tool_use where id = $1`,
      values: (s) => [s.text],
    },
    {
      what: 'save_text',
      text: `select * from public.save_text($1, 0, '새 제목', '새 글', '{}')`,
      values: (s) => [s.text],
    },
    {
      what: 'stash_text_version',
      text: `select public.stash_text_version($1, '제목', '글', '{}')`,
      values: (s) => [s.text],
    },
    {
      what: 'versions of a text',
      text: 'select id, number, title, characters, made_by, created_at from public.tool_use_version where tool_use_id = $1 order by number desc',
      values: (s) => [s.versioned],
    },
    { what: 'share_tool_use', text: 'select public.share_tool_use($1)', values: (s) => [s.text] },
    {
      what: 'own tone',
      text: 'select status, title, description, icon, result, created_at, updated_at from public.user_tone where id = $1',
      values: own,
    },
    {
      what: 'last analysis of the tone',
      text: `select id, status, urls, links, error_code, token, is_demo from public.tone_analysis where user_id = $1 and status = 'done' order by id desc limit 1`,
      values: own,
    },
    {
      what: 'recent keywords',
      text: `select id, keyword, key, done_at from public.keyword_search where user_id = $1 and kind = 'data' and status = 'done' order by id desc limit 40`,
      values: own,
    },
    {
      what: 'saved keywords',
      text: `select id, keyword, note, is_sample, first_figures, last_figures, last_read_at, created_at from public.saved_keyword where user_id = $1 and removed_at is null order by id desc limit 51`,
      values: own,
    },
  ]),
  ...of('/share', 'visitor', [
    { what: 'read_shared_text', text: 'select * from public.read_shared_text($1)', values: (s) => [s.share] },
  ]),
]
