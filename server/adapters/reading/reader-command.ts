// How a reading process is started: what it may do is decided before it reads anything. See docs/decisions/040.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type ReaderCommand = { execPath: string; execArgv: string[] }

const root = new URL('../../../', import.meta.url)
/** Code and tables of libraries. Neither settings nor data lie in these folders. */
const readable = ['server/*', 'shared/*', 'node_modules/*', 'package.json'].map((path) =>
  fileURLToPath(new URL(path, root)),
)

/**
 * Node's permission model: nothing is written, nothing is read but code, nobody is started. sharp is an addon, so addons stay allowed.
 * Node 24 has no permission for the network: the system takes it away where it can (nodejs.org/api/permissions.html).
 */
const permissions = ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)]

/** Another user (nobody) who can never become root again: setpriv of util-linux. Only root can change the user. */
const asNobody = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --'.split(' ')
/** No network at all, for root: unshare of util-linux. */
const withoutNetwork = ['/usr/bin/unshare', '--net', '--']
/** The same without being root, where the kernel lets users have namespaces. */
const withoutNetworkAsUser = ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--']

/** What may stand before Node on this machine, the strictest first. Empty on macOS and Windows. */
export function listConfinements(): string[][] {
  if (process.platform !== 'linux') return []
  const isRoot = process.getuid?.() === 0
  const candidates = isRoot
    ? [[...withoutNetwork, ...asNobody], withoutNetworkAsUser, asNobody]
    : [withoutNetworkAsUser]
  return candidates.filter(works)
}

/** What stands before Node: the strictest that works on this machine, or nothing. */
export const findConfinement = (): string[] => listConfinements()[0] ?? []

/** Whether Node starts behind it and finds its code. */
function works(confinement: string[]): boolean {
  const [program = '', ...rest] = confinement
  if (!existsSync(program)) return false
  const look = `require('node:fs').readFileSync(${JSON.stringify(fileURLToPath(new URL('package.json', root)))})`
  const args = [...rest, process.execPath, ...permissions, '--eval', look]
  return spawnSync(program, args, { env: {}, stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** For `fork`: a process with these permissions behind `confinement`, as `findConfinement` gives it. */
export function readerCommand(confinement: string[], heapMegabytes: number): ReaderCommand {
  const [execPath, ...rest] = [...confinement, process.execPath]
  return { execPath, execArgv: [...rest, `--max-old-space-size=${heapMegabytes}`, ...permissions] }
}
