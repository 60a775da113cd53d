/** Collects the bind parameters of a statement. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** Adds a value; returns its placeholder. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A quoted identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A relation of the one exposed schema. */
export function exposed(name: string): string {
  return `"public".${identifier(name)}`
}

/** A quoted literal, for the few places where Postgres cannot infer the type of a bind parameter. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? `E${quoted}` : quoted
}

/** A list as the text of a Postgres array. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
