import { createContext } from 'react-router'
import type { ServerFacts } from '#shared/server-facts.ts'

/** Filled by the server that runs the built app, once per request, before the router sees it. */
export const serverFacts = createContext<ServerFacts>()
