import type pg from 'pg'

export type BatchStatement = {
  text: string
  /** Null is SQL's null; lists are array literals already (arrayLiteral). */
  values: (string | null)[]
  /** Statements with the same key stay prepared on a connection; null for statements that should not. */
  key: string | null
}

/** One row in Postgres's text format: text or null, in the order of the columns. */
export type TextRow = (string | null)[]

/** The part of node-postgres's connection that implements the extended protocol (pg/lib/connection.js). */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: (string | null)[] }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** Each Postgres process holds parse trees and plans in memory, so their number is bounded. */
const preparedMax = 100

/** The prepared statements of one connection: names by key, least recently used first. */
class PreparedStatements {
  readonly names = new Map<string, string>()
  /** Names that the next batch closes; closing an unprepared name is no error. */
  outdated: string[] = []
  private count = 0

  /** The name of a statement, and whether it must be parsed first. */
  use(key: string): { name: string; isNew: boolean } {
    const known = this.names.get(key)
    const name = known ?? `s${++this.count}`
    this.names.delete(key)
    this.names.set(key, name)
    const [oldest] = this.names.keys()
    if (this.names.size > preparedMax && oldest !== undefined) this.forget(oldest)
    return { name, isNew: known === undefined }
  }

  forget(key: string): void {
    const name = this.names.get(key)
    if (name !== undefined) this.outdated.push(name)
    this.names.delete(key)
  }
}

const preparedOn = new WeakMap<Wire, PreparedStatements>()

/**
 * Statements that are sent in one write and answered together, for `client.query` of node-postgres outside its pipeline
 * mode. Before one Sync, Postgres runs them as one transaction that commits by itself, or rolls back after the first
 * error (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). So a request costs one
 * round trip, without begin and commit.
 * A batch that begins a transaction itself leaves it open.
 * `result` resolves to the rows of each statement, or rejects with Postgres's error, also one at the commit.
 */
export class StatementBatch implements pg.Submittable {
  readonly result: Promise<TextRow[][]>
  private readonly statements: BatchStatement[]
  private readonly rows: TextRow[][]
  private readonly parsed: string[] = []
  private prepared: PreparedStatements | undefined
  private position = 0
  private resolve!: (rows: TextRow[][]) => void
  private reject!: (error: Error) => void

  constructor(statements: BatchStatement[]) {
    this.statements = statements
    this.rows = statements.map(() => [])
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** The number of statements in the batch. */
  get size(): number {
    return this.statements.length
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    const prepared = preparedOn.get(wire) ?? new PreparedStatements()
    preparedOn.set(wire, prepared)
    this.prepared = prepared
    wire.stream.cork()
    try {
      for (const name of prepared.outdated.splice(0)) wire.close({ type: 'S', name })
      for (const statement of this.statements) this.send(wire, prepared, statement)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  private send(wire: Wire, prepared: PreparedStatements, { key, text, values }: BatchStatement): void {
    const { name, isNew } = key === null ? { name: '', isNew: true } : prepared.use(key)
    if (isNew) wire.parse({ name, text })
    if (isNew && key !== null) this.parsed.push(key)
    wire.bind({ statement: name, values })
    // No describe message, because the sender knows the columns.
    wire.execute({})
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.rows[this.position]?.push(fields)
  }

  handleCommandComplete(): void {
    this.position++
  }

  handleEmptyQuery(): void {
    this.position++
  }

  /** After an error it is unknown which of the new statements were prepared before it. */
  handleError(error: Error): void {
    for (const key of this.parsed) this.prepared?.forget(key)
    this.reject(error)
  }

  handleReadyForQuery(): void {
    this.resolve(this.rows)
  }
}
