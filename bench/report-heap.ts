// Loaded into a measured program: reports its memory use when the bench asks. It collects garbage first, because
// garbage shows the available memory, not the needed memory.
// node --expose-gc --import bench/report-heap.ts
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
// A listener for requests must not prevent the program's end.
process.channel?.unref()
