// Loaded into the product first: ends it with an error if it ran React's development build, which takes twice the time.
// It checks the loaded modules, not NODE_ENV, which the start script sets for itself.
import { createRequire } from 'node:module'

process.on('exit', () => {
  // Modules that were only parsed for the names of their exports are listed too, but never ran.
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
