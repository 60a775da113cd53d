// Parses the messages of Postgres's output plugin pgoutput, protocol version 1 with text values
// (https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html).

type Relation = {
  oid: number
  schema: string
  table: string
  columns: { name: string; isKey: boolean; typeOid: number }[]
}

/** Column values as Postgres writes them. An absent column was too long for the WAL and has not changed. */
export type Values = Record<string, string | null>

type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type RowChange = {
  relation: Relation
  type: ChangeType
  /** The row afterwards; null for DELETE. */
  record: Values | null
  /** The row before, as far as the table's replica identity has it; only key columns unless it is FULL. */
  old: Values | null
  /** Columns of `record` whose unchanged value is stored outside the row and was not logged. */
  missing: string[]
  /** Milliseconds since 1970. */
  committedAt: number
  /** Its transaction in the WAL's format: 32 bits, which wrap around after 2^32 transactions. */
  xid: number
}

export type LogicalMessage = { prefix: string; content: Buffer }

export type PgoutputReader = {
  /**
   * Parses one message of the plugin. Returns its content, or null for the frame around changes. Throws on messages
   * outside of version 1.
   */
  read(message: Buffer): { change: RowChange } | { message: LogicalMessage } | null
}

const postgresEpochMs = 946_684_800_000

/** Stores the context of later messages: the tables' columns and the time of the transaction. One per stream. */
export function createPgoutputReader(): PgoutputReader {
  const relations = new Map<number, Relation>()
  let committedAt = 0
  let xid = 0

  function findRelation(oid: number): Relation {
    const relation = relations.get(oid)
    if (!relation) throw new Error(`A change of table ${oid} came before its description.`)
    return relation
  }

  function readChange(bytes: ByteReader, type: ChangeType): RowChange {
    const relation = findRelation(bytes.uint32())
    let old: Values | null = null
    let kind = bytes.character()
    if (kind === 'K' || kind === 'O') {
      old = readTuple(bytes, relation, kind === 'K').values
      if (type === 'DELETE') return { relation, type, record: null, old, missing: [], committedAt, xid }
      kind = bytes.character()
    }
    if (kind !== 'N') throw new Error(`Postgres sent a row of unknown kind ${kind}.`)
    const { values, missing } = readTuple(bytes, relation, false)
    for (const name of missing.splice(0)) {
      const known = old?.[name]
      if (known === undefined || known === null) missing.push(name)
      else values[name] = known
    }
    return { relation, type, record: values, old, missing, committedAt, xid }
  }

  return {
    read(message) {
      const bytes = new ByteReader(message)
      const kind = bytes.character()
      switch (kind) {
        case 'B':
          bytes.skip(8)
          committedAt = Math.floor(Number(bytes.int64()) / 1000) + postgresEpochMs
          xid = bytes.uint32()
          return null
        case 'R': {
          const relation = readRelation(bytes)
          relations.set(relation.oid, relation)
          return null
        }
        case 'I':
          return { change: readChange(bytes, 'INSERT') }
        case 'U':
          return { change: readChange(bytes, 'UPDATE') }
        case 'D':
          return { change: readChange(bytes, 'DELETE') }
        case 'M': {
          bytes.skip(9)
          return { message: { prefix: bytes.string(), content: bytes.bytes(bytes.uint32()) } }
        }
        // Commit, origin, type and truncate are unused.
        case 'C':
        case 'O':
        case 'Y':
        case 'T':
          return null
        default:
          throw new Error(`Postgres sent a message of unknown kind ${kind}.`)
      }
    },
  }
}

function readRelation(bytes: ByteReader): Relation {
  const relation: Relation = {
    oid: bytes.uint32(),
    schema: bytes.string(),
    table: bytes.string(),
    columns: [],
  }
  bytes.skip(1)
  const count = bytes.uint16()
  for (let index = 0; index < count; index++) {
    const isKey = (bytes.uint8() & 1) === 1
    const name = bytes.string()
    const typeOid = bytes.uint32()
    bytes.skip(4)
    relation.columns.push({ name, isKey, typeOid })
  }
  return relation
}

/** In a tuple of keys (`K`) every other column is sent as null, which is not its value. */
function readTuple(
  bytes: ByteReader,
  relation: Relation,
  isKeyOnly: boolean,
): { values: Values; missing: string[] } {
  const values: Values = {}
  const missing: string[] = []
  const count = bytes.uint16()
  for (let index = 0; index < count; index++) {
    const column = relation.columns[index]
    if (!column) throw new Error(`A row of ${relation.table} has more columns than its table.`)
    const kind = bytes.character()
    if (kind === 't') values[column.name] = bytes.bytes(bytes.uint32()).toString('utf8')
    else if (kind === 'u') missing.push(column.name)
    else if (kind !== 'n') throw new Error(`Postgres sent a value of unknown kind ${kind}.`)
    else if (!isKeyOnly || column.isKey) values[column.name] = null
  }
  return { values, missing }
}

class ByteReader {
  #offset = 0
  readonly #buffer: Buffer
  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }
  skip(count: number): void {
    this.#offset += count
  }
  uint8(): number {
    return this.#buffer.readUInt8(this.#offset++)
  }
  character(): string {
    return String.fromCharCode(this.uint8())
  }
  uint16(): number {
    const value = this.#buffer.readUInt16BE(this.#offset)
    this.#offset += 2
    return value
  }
  uint32(): number {
    const value = this.#buffer.readUInt32BE(this.#offset)
    this.#offset += 4
    return value
  }
  int64(): bigint {
    const value = this.#buffer.readBigInt64BE(this.#offset)
    this.#offset += 8
    return value
  }
  bytes(count: number): Buffer {
    const value = this.#buffer.subarray(this.#offset, this.#offset + count)
    this.#offset += count
    return value
  }
  string(): string {
    const end = this.#buffer.indexOf(0, this.#offset)
    const value = this.#buffer.toString('utf8', this.#offset, end)
    this.#offset = end + 1
    return value
  }
}
