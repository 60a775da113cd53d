// A development identity provider: a real OpenID provider (oidc-provider) that accepts any claimed identity.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, interactionPolicy, type Configuration, type JWK } from 'oidc-provider'
import type { NodeHandler } from './in-process-server.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { samplePeople, typedPerson, type Person } from './people.ts'
import {
  chooseLanguage,
  pageHeaders,
  renderExpiredPage,
  renderSignInPage,
  type FormProblem,
} from './sign-in-page.ts'
import type { DevelopmentProviderName } from './development-provider-name.ts'

export type DevelopmentProviderOptions = {
  name: DevelopmentProviderName
  /** publicUrl + '/development-identity/<name>' */
  issuer: string
  home: string
  redirectUri: string
  clientId: string
  clientSecret: string
  formTargets: string[]
}

const sessionCookie = 'development_identity_session'
const formMaxBytes = 16_384

/** Serves the paths below its issuer; `request.url` still has that path. */
export async function createDevelopmentProvider(options: DevelopmentProviderOptions): Promise<NodeHandler> {
  const people = new Map<string, Person>()
  const provider = new Provider(options.issuer, await configure(options, people))
  // The in-process server passes the configured public URL, so links never depend on a Host header.
  provider.proxy = true
  const answer = provider.callback()
  const mountPath = new URL(options.issuer).pathname

  return (request, response) => {
    const path = withoutPrompt((request.url ?? '').slice(mountPath.length))
    Object.assign(request, { originalUrl: mountPath + path, url: path })
    forgetSession(request)
    if (path.startsWith('/interaction/')) {
      handleInteraction(options, provider, people, request, response).catch(() =>
        showExpired(options, request, response),
      )
    } else if (options.name === 'kakao' && path.split('?')[0] === '/v2/user/me') {
      answerKakaoUser(provider, people, request, response).catch(() =>
        sendJson(response, 500, { code: -1, msg: 'internal error' }),
      )
    } else {
      void answer(request, response)
    }
  }
}

async function configure(
  options: DevelopmentProviderOptions,
  people: Map<string, Person>,
): Promise<Configuration> {
  // ES256 instead of Google's RS256: generating a key at each start is cheap, and clients follow the discovery
  // document.
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKey = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'development' } as JWK
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [signingKey] },
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: sessionCookie,
        interaction: 'development_identity_interaction',
        resume: 'development_identity_resume',
      },
      long: { path: new URL(options.issuer).pathname, httpOnly: true, sameSite: 'lax' },
    },
    scopes: ['openid', 'email', 'profile', 'account_email', 'profile_image', 'profile_nickname'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // Google puts the claims into the id_token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy,
      url: (_context, interaction) => `${options.issuer}/interaction/${interaction.uid}`,
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => false },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 300,
      IdToken: 3_600,
      Interaction: 900,
      Session: 900,
      Grant: 3_600,
    },
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => toClaims(person) }
    },
    // The sign-in is the consent: the only client is ours.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile account_email profile_image profile_nickname')
      await grant.save()
      return grant
    },
    renderError(context) {
      const language = chooseLanguage(undefined, context.get('accept-language'))
      context.set(pageHeaders(options.formTargets))
      context.body = renderExpiredPage(language, options.home)
    },
  }
}

function toClaims(person: Person): { sub: string; [claim: string]: unknown } {
  return {
    sub: person.subject,
    name: person.name,
    ...(person.email ? { email: person.email, email_verified: person.isEmailVerified } : {}),
  }
}

/** Google and Kakao have prompts that oidc-provider lacks (select_account, create); this provider always prompts. */
function withoutPrompt(path: string): string {
  const [route, search] = path.split('?', 2)
  if (route !== '/auth' || !search) return path
  const parameters = new URLSearchParams(search)
  parameters.delete('prompt')
  return `${route}?${parameters.toString()}`
}

/** The provider prompts each time, so that changing roles is one click; oidc-provider would reuse the last session. */
function forgetSession(request: IncomingMessage): void {
  const kept = (request.headers.cookie ?? '')
    .split(/; */)
    .filter((cookie) => !cookie.startsWith(sessionCookie))
  request.headers.cookie = kept.join('; ')
}

async function handleInteraction(
  options: DevelopmentProviderOptions,
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const action = `${options.issuer}/interaction/${details.uid}`
  const language = chooseLanguage(
    details.params.ui_locales as string | undefined,
    request.headers['accept-language'],
  )
  const page = { provider: options.name, language, people: samplePeople(options.name), action }
  if (request.method !== 'POST') return sendPage(options, response, 200, renderSignInPage(page))

  const form = new URLSearchParams(await readForm(request))
  if (form.get('choice') === 'refuse') {
    const refusal = { error: 'access_denied', error_description: 'The person refused to sign in' }
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
  }
  const chosen = choosePerson(options.name, form)
  if ('problem' in chosen) {
    return sendPage(options, response, 422, renderSignInPage({ ...page, ...chosen }))
  }
  people.set(chosen.subject, chosen)
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: chosen.subject, remember: false } },
    { mergeWithLastSubmission: false },
  )
}

type Typed = { name: string; email: string; isEmailVerified: boolean }

function choosePerson(
  name: DevelopmentProviderName,
  form: URLSearchParams,
): Person | { problem: FormProblem; typed: Typed } {
  const sample = samplePeople(name).find((person) => person.key === form.get('choice'))
  if (sample) return sample
  const typed = {
    name: (form.get('name') ?? '').trim().slice(0, 60),
    email: (form.get('email') ?? '').trim().slice(0, 200),
    isEmailVerified: form.get('verified') === 'yes',
  }
  if (!typed.name) return { problem: 'nameMissing', typed }
  if (typed.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)) return { problem: 'emailWrong', typed }
  return typedPerson(name, typed)
}

/** Kakao's /v2/user/me for the access token in the header; format and errors as in its REST documentation. */
async function answerKakaoUser(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ? await provider.AccessToken.find(bearer) : undefined
  const person = token ? people.get(token.accountId) : undefined
  if (!person) return sendJson(response, 401, { msg: 'this access token does not exist', code: -401 })
  sendJson(response, 200, {
    id: Number(person.subject),
    connected_at: new Date().toISOString(),
    properties: { nickname: person.name },
    kakao_account: {
      profile_nickname_needs_agreement: false,
      profile: { nickname: person.name, is_default_image: true },
      email_needs_agreement: person.email === null,
      ...(person.email
        ? { is_email_valid: true, is_email_verified: person.isEmailVerified, email: person.email }
        : {}),
    },
  })
}

async function readForm(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > formMaxBytes) throw new Error('The form is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function showExpired(
  options: DevelopmentProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const language = chooseLanguage(undefined, request.headers['accept-language'])
  sendPage(options, response, 400, renderExpiredPage(language, options.home))
}

function sendPage(
  options: DevelopmentProviderOptions,
  response: ServerResponse,
  status: number,
  html: string,
): void {
  response.writeHead(status, pageHeaders(options.formTargets)).end(html)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body))
}
