import { expect, it } from 'vitest'
import { chooseSharedBuffersMegabytes } from './embedded-postgres.ts'

it.each([
  { machine: 'a small virtual one', memoryGigabytes: 0.5, megabytes: 48 },
  { machine: 'a laptop', memoryGigabytes: 8, megabytes: 512 },
  { machine: 'a server', memoryGigabytes: 64, megabytes: 1024 },
])(
  'Postgres uses a share of the memory of $machine for its buffers, within bounds',
  ({ memoryGigabytes, megabytes }) => {
    expect(chooseSharedBuffersMegabytes(memoryGigabytes * 2 ** 30)).toBe(megabytes)
  },
)
