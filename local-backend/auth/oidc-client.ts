import * as oidc from 'openid-client'

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Replaces fetch, e.g. to reach a provider inside this process. */
  fetch?: typeof fetch
}

/**
 * A function that returns the provider's configuration, discovered on first use. A success is cached for the life of
 * the process; a failure is retried at the next sign-in. Plain http is possible only on this machine.
 */
export function createOidcClient(options: OidcClientOptions): () => Promise<oidc.Configuration> {
  let discovered: Promise<oidc.Configuration> | undefined
  return () => {
    discovered ??= discover(options).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
}

function discover(options: OidcClientOptions): Promise<oidc.Configuration> {
  const issuer = new URL(options.issuer)
  const isLocal = options.fetch !== undefined || ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
  return oidc.discovery(
    issuer,
    options.clientId,
    { client_secret: options.clientSecret },
    oidc.ClientSecretPost(options.clientSecret),
    {
      timeout: 10,
      ...(options.fetch ? { [oidc.customFetch]: options.fetch as oidc.CustomFetch } : {}),
      ...(isLocal ? { execute: [oidc.allowInsecureRequests] } : {}),
    },
  )
}
