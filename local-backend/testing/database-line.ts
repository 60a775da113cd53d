import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type DatabaseLine = {
  port: number
  /** Ends every connection, and refuses new ones until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** A proxy to the Postgres of the tests, which can be cut. */
export async function openDatabaseLine(): Promise<DatabaseLine> {
  const databasePort = Number(new URL(process.env.TEST_ADMIN_URL ?? '').port)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const far = connect(databasePort, '127.0.0.1')
    for (const [one, another] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(another)
      one.on('error', () => another.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    port,
    cut,
    restore: () => (server.listening ? Promise.resolve() : listen(port)),
    close: cut,
  }
}
