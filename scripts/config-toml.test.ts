// The settings that a push of supabase/config.toml would switch on and off in a hosted project.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The settings as `section.name`; the file has no values over several lines. */
function readSettings(): Record<string, string> {
  const text = readFileSync(new URL('../supabase/config.toml', import.meta.url), 'utf8')
  const settings: Record<string, string> = {}
  let section = ''
  for (const line of text.split('\n')) {
    section = /^\[([\w.]+)\]$/.exec(line)?.[1] ?? section
    const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? []
    if (name && value) settings[section ? `${section}.${name}` : name] = value
  }
  return settings
}

it('sql P10: a push retains second factors, confirmed addresses and accounts without one, and names ports and version', () => {
  expect(readSettings()).toMatchObject({
    'api.port': '54321',
    'db.port': '54322',
    'db.major_version': '17',
    'auth.site_url': '"http://localhost:3000"',
    'auth.email.enabled': 'false',
    'auth.email.enable_confirmations': 'true',
    'auth.mfa.totp.enroll_enabled': 'true',
    'auth.mfa.totp.verify_enabled': 'true',
    'auth.external.google.enabled': 'true',
    'auth.external.kakao.enabled': 'true',
    'auth.external.kakao.email_optional': 'true',
  })
})
