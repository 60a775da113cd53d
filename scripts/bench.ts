// npm run bench: measures starting, pages, articles, realtime and first load, and writes bench/results.md. Takes about three
// minutes; `node scripts/bench.ts realtime` measures that part alone, `node scripts/bench.ts soak 60` looks for leaks for an hour.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../bench/main.ts', import.meta.url)), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
