import type { Config } from '@react-router/dev/config'

// scripts/build.ts builds aside and renames, so that an interrupted or a second build never leaves half a one.
const buildDirectory = process.env.BUILD_FOLDER || 'build'

export default { appDirectory: 'app', buildDirectory, ssr: true } satisfies Config
