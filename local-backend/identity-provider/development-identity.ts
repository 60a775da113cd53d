import { randomBytes } from 'node:crypto'
import { createInProcessServer, type NodeHandler } from './in-process-server.ts'
import { developmentProviderNames, type DevelopmentProviderName } from './development-provider-name.ts'

export type DevelopmentIdentity = {
  /** Answers a request below /development-identity/, from a browser or from our own provider clients. */
  fetch(request: Request): Promise<Response>
  /** The registration of our provider clients: each client sees an ordinary OpenID provider. */
  registration(name: DevelopmentProviderName): { issuer: string; clientId: string; clientSecret: string }
}

/**
 * Development identity providers for missing keys of Google and Kakao, at publicUrl + /development-identity/<name>.
 * Nothing is loaded before the first sign-in. State is in memory, so processes do not share it. Throws when NODE_ENV is
 * production and publicUrl is not this machine.
 */
export function createDevelopmentIdentity(o: {
  publicUrl: string
  formTargets: string[]
}): DevelopmentIdentity {
  if (process.env.NODE_ENV === 'production' && !isLoopback(o.publicUrl)) {
    throw new Error(
      `The development identity provider lets anybody be anybody: it does not start at ${o.publicUrl} in production. ` +
        'Set the keys of Google and Kakao.',
    )
  }
  const secrets = Object.fromEntries(
    developmentProviderNames.map((name) => [name, randomBytes(24).toString('base64url')]),
  )
  const started = new Map<DevelopmentProviderName, Promise<NodeHandler>>()

  function registration(name: DevelopmentProviderName): {
    issuer: string
    clientId: string
    clientSecret: string
  } {
    return {
      issuer: `${o.publicUrl}/development-identity/${name}`,
      clientId: `development-${name}`,
      clientSecret: secrets[name] as string,
    }
  }

  function start(name: DevelopmentProviderName): Promise<NodeHandler> {
    const running = started.get(name)
    if (running) return running
    const starting = import('./development-provider.ts').then(({ createDevelopmentProvider }) =>
      createDevelopmentProvider({
        name,
        ...registration(name),
        home: `${o.publicUrl}/`,
        redirectUri: `${o.publicUrl}/auth/v1/callback`,
        formTargets: o.formTargets,
      }),
    )
    started.set(name, starting)
    return starting
  }

  const serve = createInProcessServer((request, response) => {
    const name = developmentProviderNames.find((candidate) =>
      request.url?.startsWith(`/development-identity/${candidate}/`),
    )
    if (!name) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
      return
    }
    start(name).then(
      (handler) => handler(request, response),
      () => response.writeHead(500).end(),
    )
  })

  return {
    registration,
    fetch(request) {
      const asked = new URL(request.url)
      const home = new URL(o.publicUrl)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-proto', home.protocol.slice(0, -1))
      headers.set('x-forwarded-host', home.host)
      return serve(
        new Request(new URL(asked.pathname + asked.search, home), {
          ...bodyOf(request),
          method: request.method,
          headers,
        }),
      )
    },
  }
}

function bodyOf(request: Request): RequestInit {
  return request.body ? ({ body: request.body, duplex: 'half' } as RequestInit) : {}
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
