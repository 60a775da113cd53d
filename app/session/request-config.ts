import { createContext } from 'react-router'
import type { RequestConfig } from '#shared/request-config.ts'

/** Filled by the server that runs the built app, once per request, before the router sees it. */
export const requestConfig = createContext<RequestConfig>()
