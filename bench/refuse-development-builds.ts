// Loaded into the product before anything else: ends it with an error if it ran React's development build, which takes
// twice the time. Looks at what was loaded in truth, not at NODE_ENV, which the start script sets for itself.
import { createRequire } from 'node:module'

process.on('exit', () => {
  // What was only looked through for the names of its exports is listed too, but was never run.
  const files = Object.values(createRequire(import.meta.url).cache).flatMap((module) =>
    module?.loaded ? module.filename : [],
  )
  const developmentBuild = files.find((file) => /react[^/\\]*\.development\.js$/.test(file))
  if (!developmentBuild && process.env.NODE_ENV === 'production') return
  console.error(
    `This was no production build: NODE_ENV is ${process.env.NODE_ENV}, loaded was ${developmentBuild ?? 'no development build'}`,
  )
  process.exitCode = 1
})
