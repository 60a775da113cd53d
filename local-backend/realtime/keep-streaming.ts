import { codeOf } from '#backend/database.ts'

export type StreamEnd = { wasReady: boolean; error: unknown }
export type OpenStream = { ended: Promise<StreamEnd>; end(): void }

type StreamListener = {
  /** Later commits may be missing. */
  onLost(): void
  /** A message for problems that waiting does not solve; null for all others. It is retried from time to time. */
  explainImpossible?: (error: unknown) => string | null
  onImpossible?: (why: string) => void
  log: (line: object) => void
}

const retrySeconds = [1, 2, 5, 10]
const retrySecondsIfImpossible = 30

/** Opens a stream, and another one whenever it ends, until stopped. */
export function keepStreaming<Stream extends OpenStream>(open: () => Stream, listener: StreamListener) {
  const stopping = new AbortController()
  let stream: Stream | null = null
  const running = run()

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      stream = open()
      const { wasReady, error } = await stream.ended
      stream = null
      if (wasReady) {
        listener.onLost()
        failures = 0
      }
      if (stopping.signal.aborted) return
      const why = listener.explainImpossible?.(error) ?? null
      report(error, why)
      const seconds = why === null ? retrySeconds[Math.min(failures, 3)]! : retrySecondsIfImpossible
      await waitUnlessStopped(seconds * 1000, stopping.signal)
    }
  }

  function report(error: unknown, why: string | null): void {
    const event = 'realtime_stream_lost'
    if (why === null) return listener.log({ level: 'warn', event, code: codeOf(error) })
    listener.onImpossible?.(why)
    listener.log({ level: 'error', event, code: codeOf(error), message: why })
  }

  return {
    /** The open stream; null between two. */
    current: () => stream,
    async stop() {
      stopping.abort()
      stream?.end()
      await running
    },
  }
}

/**
 * Resolves after the time, or when the signal is aborted, which is no error here. The timer does not keep the process
 * running.
 */
function waitUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    timer.unref()
    signal.addEventListener('abort', end, { once: true })
  })
}
