// The command that starts a worker process. Its permissions are fixed before it reads anything. See docs/decisions/040.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type ReaderCommand = { execPath: string; execArgv: string[] }

const root = new URL('../../../', import.meta.url)
/** Code and tables of libraries. These folders hold neither settings nor data. */
const readable = ['server/*', 'shared/*', 'node_modules/*', 'package.json'].map((path) =>
  fileURLToPath(new URL(path, root)),
)

/**
 * Node's permission model: no writes, no reads except code, no child processes. sharp is an addon, so addons stay
 * allowed.
 * Node 24 has no permission for the network; the system removes it where it can (nodejs.org/api/permissions.html).
 */
const permissions = ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)]

/** Switches to user nobody, who can never become root again: setpriv of util-linux. Only root can change the user. */
const asNobody = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --'.split(' ')
/** Removes the network, for root: unshare of util-linux. */
const withoutNetwork = ['/usr/bin/unshare', '--net', '--']
/** Removes the network without root, where the kernel gives users namespaces. */
const withoutNetworkAsUser = ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--']

/** Command prefixes for Node on this machine, the strictest first. Empty on macOS and Windows. */
export function listConfinements(): string[][] {
  if (process.platform !== 'linux') return []
  const isRoot = process.getuid?.() === 0
  const candidates = isRoot
    ? [[...withoutNetwork, ...asNobody], withoutNetworkAsUser, asNobody]
    : [withoutNetworkAsUser]
  return candidates.filter(works)
}

/** The strictest prefix that works on this machine, or none. */
export const findConfinement = (): string[] => listConfinements()[0] ?? []

/** Whether Node starts behind the prefix and can read its code. */
function works(confinement: string[]): boolean {
  const [program = '', ...rest] = confinement
  if (!existsSync(program)) return false
  const look = `require('node:fs').readFileSync(${JSON.stringify(fileURLToPath(new URL('package.json', root)))})`
  const args = [...rest, process.execPath, ...permissions, '--eval', look]
  return spawnSync(program, args, { env: {}, stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** For `fork`: a process with these permissions behind `confinement`, a result of `findConfinement`. */
export function readerCommand(confinement: string[], heapMegabytes: number): ReaderCommand {
  const [execPath, ...rest] = [...confinement, process.execPath]
  return { execPath, execArgv: [...rest, `--max-old-space-size=${heapMegabytes}`, ...permissions] }
}
