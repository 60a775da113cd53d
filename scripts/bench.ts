// npm run bench: measures starting, pages, articles and first load, and writes bench/results.md. Takes about two minutes.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = spawn(process.execPath, [fileURLToPath(new URL('../bench/main.ts', import.meta.url))], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
