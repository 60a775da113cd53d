import { createHash } from 'node:crypto'
import type { SamplePerson } from './people.ts'
import type { DevelopmentProviderName } from './development-provider-name.ts'

export type PageLanguage = 'ko' | 'en'

const words = {
  ko: {
    title: { google: 'Google 대역으로 로그인', kakao: '카카오 대역으로 로그인' },
    notice: {
      google:
        '여기는 Google이 아닙니다. 키 없이 개발할 때 Google 대신 응답하는 화면이며, 비밀번호를 묻지 않습니다.',
      kakao:
        '여기는 카카오가 아닙니다. 키 없이 개발할 때 카카오 대신 응답하는 화면이며, 비밀번호를 묻지 않습니다.',
    },
    badge: '개발용',
    choose: '누구로 로그인할까요?',
    noEmail: '이메일 제공 안 함',
    unverified: '인증되지 않은 이메일',
    typed: '직접 입력',
    name: '이름',
    email: '이메일 (비워 둘 수 있음)',
    verified: '인증된 이메일로 보내기',
    submit: '이 사람으로 로그인',
    refuse: '거절하고 돌아가기',
    nameMissing: '이름을 입력해 주세요.',
    emailWrong: '이메일 형식을 확인해 주세요.',
    expiredTitle: '로그인 요청이 만료되었습니다',
    expired: '처음 화면으로 돌아가 다시 로그인해 주세요.',
    back: '처음 화면으로',
  },
  en: {
    title: { google: 'Development sign-in for Google', kakao: 'Development sign-in for Kakao' },
    notice: {
      google:
        'This is not Google. It answers in Google’s place while developing without keys, and never asks for a password.',
      kakao:
        'This is not Kakao. It answers in Kakao’s place while developing without keys, and never asks for a password.',
    },
    badge: 'Development',
    choose: 'Who would you like to be?',
    noEmail: 'Shares no e-mail',
    unverified: 'E-mail not verified',
    typed: 'Somebody else',
    name: 'Name',
    email: 'E-mail (may stay empty)',
    verified: 'Send it as a verified e-mail',
    submit: 'Sign in as this person',
    refuse: 'Refuse and go back',
    nameMissing: 'Please enter a name.',
    emailWrong: 'Please check the e-mail address.',
    expiredTitle: 'This sign-in request has expired',
    expired: 'Go back to the start page and sign in again.',
    back: 'To the start page',
  },
} as const

export type FormProblem = 'nameMissing' | 'emailWrong'

const style = `
:root { --paper: #faf8f3; --sheet: #fffdf8; --ink: #1c1b19; --soft: #5e5a52; --line: #ddd7ca; --seal: #b8321f; --on-seal: #fffdf8; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181d; --sheet: #1d2026; --ink: #e9e6df; --soft: #a9a599; --line: #343841; --seal: #e0644f; --on-seal: #16181d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.6 Pretendard, -apple-system, BlinkMacSystemFont, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Segoe UI', sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
main { max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.badge { display: inline-block; padding: .1rem .6rem; border: 1.5px solid var(--seal); color: var(--seal); border-radius: 3px; font-size: .8125rem; font-weight: 700; letter-spacing: .04em; }
h1 { margin: .75rem 0 .5rem; font-size: 1.5rem; line-height: 1.35; font-weight: 700; letter-spacing: -.01em; }
h2 { margin: 2rem 0 .75rem; font-size: 1rem; font-weight: 700; }
p { margin: 0; }
.notice { color: var(--soft); }
.people { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
button { font: inherit; color: inherit; cursor: pointer; }
.person { display: block; width: 100%; min-height: 3.5rem; padding: .625rem 1rem; text-align: left; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.person strong { display: block; font-weight: 600; }
.person span { color: var(--soft); font-size: .875rem; }
.person:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--seal); outline-offset: 2px; }
label { display: block; margin: .75rem 0 .25rem; font-size: .9375rem; font-weight: 600; }
input[type=text], input[type=email] { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.check { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.check input { width: 1.25rem; height: 1.25rem; accent-color: var(--seal); margin: 0; }
.primary { width: 100%; min-height: 3rem; margin-top: .5rem; border: 0; border-radius: 8px; background: var(--seal); color: var(--on-seal); font-weight: 700; }
.refuse { width: 100%; min-height: 2.75rem; margin-top: 2rem; border: 0; background: none; color: var(--soft); text-decoration: underline; text-underline-offset: 3px; }
.problem { color: var(--seal); font-weight: 600; margin-top: .5rem; }
a { color: var(--seal); }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Headers of every page of a development provider. `formTargets` are the origins where a sign-in may end: browsers
 * check redirects after a form.
 */
export function pageHeaders(formTargets: string[]): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}

/** Korean on request, by `ui_locales` first and the browser's languages second; otherwise English. */
export function chooseLanguage(
  uiLocales: string | undefined,
  acceptLanguage: string | undefined,
): PageLanguage {
  const wanted = `${uiLocales ?? ''} ${acceptLanguage ?? ''}`.toLowerCase().match(/\b(ko|en)\b/)
  return wanted?.[1] === 'ko' ? 'ko' : 'en'
}

export type SignInForm = {
  provider: DevelopmentProviderName
  language: PageLanguage
  people: SamplePerson[]
  action: string
  problem?: FormProblem | undefined
  typed?: { name: string; email: string; isEmailVerified: boolean } | undefined
}

export function renderSignInPage(form: SignInForm): string {
  const text = words[form.language]
  const typed = form.typed ?? { name: '', email: '', isEmailVerified: true }
  const problem = form.problem
  const wrong = (field: FormProblem) =>
    problem === field ? ' aria-invalid="true" aria-describedby="problem"' : ''
  const people = form.people.map((person) => `<li>${renderPerson(person, form.language)}</li>`).join('')
  return renderPage(
    form.language,
    text.title[form.provider],
    `<p class="badge">${text.badge}</p>
<h1>${text.title[form.provider]}</h1>
<p class="notice">${text.notice[form.provider]}</p>
<h2 id="choose">${text.choose}</h2>
<form method="post" action="${escapeHtml(form.action)}" aria-labelledby="choose"><ul class="people">${people}</ul></form>
<h2 id="typed">${text.typed}</h2>
<form method="post" action="${escapeHtml(form.action)}" aria-labelledby="typed" novalidate>
<label for="name">${text.name}</label>
<input id="name" name="name" type="text" maxlength="60" required autocomplete="name" value="${escapeHtml(typed.name)}"${wrong('nameMissing')}>
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" maxlength="200" autocomplete="email" value="${escapeHtml(typed.email)}"${wrong('emailWrong')}>
<label class="check"><input name="verified" type="checkbox" value="yes"${typed.isEmailVerified ? ' checked' : ''}> ${text.verified}</label>
${problem ? `<p class="problem" id="problem" role="alert">${text[problem]}</p>` : ''}
<button class="primary" name="choice" value="typed">${text.submit}</button>
</form>
<form method="post" action="${escapeHtml(form.action)}"><button class="refuse" name="choice" value="refuse">${text.refuse}</button></form>`,
  )
}

export function renderExpiredPage(language: PageLanguage, home: string): string {
  const text = words[language]
  return renderPage(
    language,
    text.expiredTitle,
    `<p class="badge">${text.badge}</p>
<h1>${text.expiredTitle}</h1>
<p>${text.expired}</p>
<p><a href="${escapeHtml(home)}">${text.back}</a></p>`,
  )
}

function renderPerson(person: SamplePerson, language: PageLanguage): string {
  const text = words[language]
  const note =
    person.email === null
      ? text.noEmail
      : person.isEmailVerified
        ? person.email
        : `${person.email} · ${text.unverified}`
  return `<button class="person" name="choice" value="${escapeHtml(person.key)}"><strong>${escapeHtml(person.name)}</strong><span>${escapeHtml(note)}</span></button>`
}

function renderPage(language: PageLanguage, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
