import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** The file that the failures are written to, when there are any. */
export const failuresFileVariable = 'VITEST_FAILURES_FILE'

const describe = (where: string, errors: readonly SerializedError[]) =>
  errors.map(({ stack, message }) => `${where}\n${stack ?? message}`)

/** Writes what failed to a file, so that `npm test` can repeat it after the long output of the journeys. */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = modules.flatMap((module) => [
      ...describe(module.moduleId, module.errors()),
      ...[...module.children.allTests('failed')].flatMap((test) =>
        describe(`${module.moduleId} > ${test.fullName}`, test.result().errors ?? []),
      ),
    ])
    const all = [...failures, ...describe('Outside of a test', unhandled)]
    const file = process.env[failuresFileVariable]
    if (file && all.length) writeFileSync(file, `${all.join('\n\n')}\n`)
  }
}
