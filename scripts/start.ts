// npm start: the whole product on this machine. The only place (with dev.ts) that knows the product and local-backend.
import { build } from './build.ts'
import { startProduct } from './product.ts'

// React Router and React load their slow development builds unless told otherwise.
process.env.NODE_ENV ??= 'production'

try {
  const startedAt = performance.now()
  const product = await startProduct({ prepareBuild: build })
  console.log(`Munjang is ready at ${product.origin} (${((performance.now() - startedAt) / 1000).toFixed(1)} s). Ctrl+C stops it.`)
  for (const standIn of product.standIns) console.log(`  ${standIn}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.DEBUG) console.error(error)
  process.exit(1)
}
