// npm run dev: the whole product with hot reload of the pages; node --watch restarts it when server code changes.
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { startProduct } from './product.ts'

try {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const product = await startProduct({
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    intercept: (request, response) =>
      new Promise((resolve, reject) => {
        vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)))
        response.once('finish', () => resolve(true))
      }),
  })
  console.log(`Munjang, under development, is at ${product.origin}. Ctrl+C stops it.`)
} catch (error) {
  console.error(error)
  process.exit(1)
}
