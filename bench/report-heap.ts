// Loaded into a measured program: tells what it holds when the bench asks. Garbage says how much memory there is, not how much is needed.
// node --expose-gc --import bench/report-heap.ts
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
// Whoever only listens for a question does not keep a program alive.
process.channel?.unref()
