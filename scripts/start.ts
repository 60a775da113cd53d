// npm start: the whole product on this machine. Only this file and dev.ts depend on both the product and local-backend.
// React and its router load their slow development builds by default, and decide at their import.
process.env.NODE_ENV ??= 'production'

const startedAt = performance.now()
try {
  const [{ build }, { startProduct }] = await Promise.all([import('./build.ts'), import('./product.ts')])
  const product = await startProduct({ prepareBuild: build })
  console.log(
    `Munjang is ready at ${product.origin} (${((performance.now() - startedAt) / 1000).toFixed(1)} s). Ctrl+C stops it.`,
  )
  for (const fallback of product.fallbacks) console.log(`  ${fallback}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.DEBUG) console.error(error)
  process.exit(1)
}
