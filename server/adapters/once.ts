/** Computes once per key; a failure is not remembered. */
export function once<Value>(compute: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    value.catch(() => known.delete(key))
    return value
  }
}
